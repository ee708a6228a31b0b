/**
 * The current surface of a log: from the records that were kept of it, or from the file.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import { turns } from '../../pipeline/turns.ts'
import type { SurfaceRead } from '../exact-read.ts'
import { upgraded } from './legacy-shapes.ts'
import type { ScanTaker } from './log-scan.ts'
import type { LogState } from './log-state.ts'
import { drained, type OpenedLog } from './opened-log.ts'
import type { SurfaceTexts } from './surface-texts.ts'

/** Reads the surface of a log that is open. Holds the surface. */
export async function surfaceOf(log: OpenedLog, signal: AbortSignal | undefined): Promise<SurfaceRead> {
  const known = await log.caughtUp()
  if (known?.texts?.isComplete === true) return fromTexts(known, known.texts, signal)
  const events = new Map<number, LogEvent>()
  const taker: ScanTaker = {
    wantsDeltas: () => false,
    take(event, step) {
      if (step === 'none') return
      if (step !== 'append') for (const seq of step.shadowed) events.delete(seq)
      events.set(event.seq, event)
    },
  }
  // A surface that was too large to be kept once is not tried again.
  const state = await drained(log.read(taker, known?.texts === undefined))
  const nodes = Array.from(state.fold.nodes(), (seq) => events.get(seq) as LogEvent)
  return surfaceRead(state, nodes)
}

/** Parses what was kept: nobody else has the events. */
async function fromTexts(state: LogState, texts: SurfaceTexts, signal: AbortSignal | undefined): Promise<SurfaceRead> {
  const clock = turns(signal)
  const { header, inherited } = state
  // All of it before the first turn of the event loop: from then on another read may go on from this state.
  const lines = Array.from(state.fold.nodes(), (seq) => texts.get(seq) as string)
  const read = surfaceRead(state, [])
  const closers = read.events.splice(0)
  for (const line of lines) {
    read.events.push(upgraded(JSON.parse(line) as RawRecord, header.id, inherited) as unknown as LogEvent)
    if (clock.due()) await clock.next()
  }
  read.events.push(...closers)
  return read
}

function surfaceRead(state: LogState, events: LogEvent[]): SurfaceRead {
  const closers = state.closers.filter(({ surfaceOp }) => surfaceOp !== undefined)
  return {
    session: { ...state.header },
    capturedThroughSeq: state.length === 0 ? null : state.length - 1,
    events: [...events, ...structuredClone(closers)],
  }
}
