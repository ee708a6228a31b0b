/**
 * Drops what a fork inherited.
 *
 * @module
 */
import type { LogEvent } from '../pipeline/event.ts'
import { defineStage, type Stage } from '../pipeline/stage.ts'

/**
 * Yields events with `seq >= fromSeq`.
 *
 * @param fromSeq - how many events were inherited: the header's `seedLength`; 0 for a session that is no fork.
 *
 * Order  as in the log.
 * Holds  nothing.
 * Cost   one comparison per event.
 * Ends   yields nothing more.
 *
 * @example
 * pipe(log.read, ownEvents(log.header.seedLength ?? 0), pairCalls())
 */
export function ownEvents(fromSeq: number, reads?: readonly string[]): Stage<LogEvent, LogEvent> {
  return defineStage(
    'own-events',
    () => ({
      push(batch, out) {
        for (const event of batch) if (event.seq >= fromSeq) out.push(event)
        return 'more'
      },
    }),
    { reads },
  )
}
