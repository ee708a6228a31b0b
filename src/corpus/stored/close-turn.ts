/**
 * Does at the end of a log what the harness does there: looks at the header, and closes a turn that is open.
 *
 * @module
 */
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import { messageFault } from './event-shapes.ts'
import type { LogState } from './log-state.ts'
import type { ScanVerdict } from './scan-verdict.ts'
import { headerFault } from './stored-header.ts'

/** Sets the state's closers; what is wrong with them or the header goes to the verdict. */
export function closeTurn(state: LogState, verdict: ScanVerdict): void {
  const fault = headerFault(state.header)
  if (fault !== undefined) verdict.fault('replay', fault)
  state.closers = []
  if (!verdict.isSound || state.nextSeq === 0) return
  const closers = state.turn.closers({ seq: state.nextSeq - 1, time: state.lastTime })
  for (const closer of closers) {
    const wrong = messageFault(closer as unknown as RawRecord)
    if (wrong !== undefined) verdict.fault('replay', `a call without a result cannot be given one: ${wrong}`)
  }
  state.closers = closers
}
