/**
 * Closes a turn that was cut off: the events the harness adds in memory to a stored log that ends inside one.
 *
 * @see DSH `packages/core/session/src/repair.ts`: `interruptedTurnClosers`
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'

interface OpenCall {
  readonly step: unknown
  callSeq?: number
}

/** The texts are the harness's own, word for word: they are part of what it returns. */
const recordedText =
  'The tool call was interrupted after it was recorded, but no result was durably recorded. Its outcome is unknown. Decide whether to retry from the tool semantics: retry only if the operation is read-only or idempotent; if it may have side effects, first verify external state or ask the user. Do not retry blindly.'
const notStartedText =
  'The tool call was interrupted before the Harness recorded it as started. Retry it if it is still needed.'

/** Whether there is a turn to close, and what is open in it. Holds the calls of one step. */
export class OpenTurn {
  /** `null`: no turn is open. What a record says is not looked at. */
  #turn: unknown = null
  #step: unknown = null
  #calls = new Map<unknown, OpenCall>()

  get isOpen(): boolean {
    return this.#turn !== null
  }

  /**
   * Looks at the next event.
   *
   * @throws TypeError when its data is not what an event of this type has.
   */
  take(event: RawRecord): void {
    const data = event['data'] as RawRecord
    switch (event['type']) {
      case 'turn/start':
        this.#begin(data['turn'])
        break
      case 'turn/end':
        this.#begin(null)
        break
      case 'step/start':
        this.#step = data['step']
        break
      case 'step/end':
        this.#calls.clear()
        this.#step = null
        break
      case 'assistant/message':
        for (const block of (data['message'] as RawRecord)['content'] as readonly RawRecord[]) {
          if (block['type'] === 'tool-call') this.#calls.set(block['id'], { step: data['step'] })
        }
        break
      case 'tool/call': {
        const call = this.#calls.get(data['callId'])
        if (call !== undefined) call.callSeq = event['seq'] as number
        break
      }
      case 'tool/result':
        this.#calls.delete(((data['message'] as RawRecord)['source'] as RawRecord)['callId'])
        break
      default:
    }
  }

  /** The events that close the turn, for a log whose last event is this one. Changes nothing. */
  closers(last: { readonly seq: number; readonly time: number }): LogEvent[] {
    if (!this.isOpen) return []
    const { time } = last
    const turn = this.#turn
    let seq = last.seq + 1
    const events: LogEvent[] = []
    for (const [callId, { step, callSeq }] of this.#calls) {
      events.push({ ...interrupted(callId, turn, step, seq, callSeq), seq, time })
      seq += 1
    }
    if (this.#step !== null) events.push({ type: 'step/end', seq: seq++, time, data: { turn, step: this.#step } })
    events.push({ type: 'turn/end', seq, time, data: { turn, reason: { kind: 'interrupted' } } })
    return events
  }

  #begin(turn: unknown): void {
    this.#turn = turn
    this.#step = null
    this.#calls.clear()
  }
}

/** The result of a call that has none. */
function interrupted(callId: unknown, turn: unknown, step: unknown, seq: number, callSeq: number | undefined) {
  const isStarted = callSeq !== undefined
  const content = [{ type: 'text', text: isStarted ? recordedText : notStartedText }]
  const message = {
    id: `interrupted-tool-result-${String(callId)}-${seq}`,
    role: 'user',
    source: { kind: 'tool', callId },
    content: [{ type: 'tool-result', toolCallId: callId, isError: true, content }],
  }
  const error = isStarted
    ? { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' }
    : { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' }
  return {
    type: 'tool/result',
    data: { turn, step, message, error },
    surfaceOp: 'append' as const,
    ...(isStarted && { sourceEventSeqs: [callSeq] }),
  }
}
