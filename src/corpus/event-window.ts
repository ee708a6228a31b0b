/**
 * An event and its neighbours, in the shape of the harness's session query.
 *
 * @see DSH `packages/session-query/session-query/src/index.ts`: `readEvent`
 * @module
 */
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'
import type { EventRead } from './exact-read.ts'

/**
 * Puts a window together.
 *
 * @param events - those from `startSeq` on, without a gap.
 * @param length - events in the whole log.
 * @throws CorpusError `SESSION_QUERY_EVENT_NOT_FOUND` when `seq` is not among them.
 */
export function windowOf(
  session: SessionHeader,
  events: LogEvent[],
  window: { readonly seq: number; readonly startSeq: number; readonly toSeq: number },
  length: number,
): EventRead {
  const { seq, startSeq, toSeq } = window
  const target = events[seq - startSeq]
  if (target === undefined || target.seq !== seq) {
    throw new CorpusError('SESSION_QUERY_EVENT_NOT_FOUND', `session "${session.id}" has no event at seq ${seq}`)
  }
  return { session, target, events, startSeq, endSeq: Math.min(length - 1, toSeq) }
}
