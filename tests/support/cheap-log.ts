/**
 * A log that costs next to nothing to hold, for tests in which only its length matters.
 *
 * @module
 */
import type { LogEvent } from '../../src/pipeline/index.ts'
import { deepFreeze } from './freeze.ts'
import { log } from './log-builder.ts'

const lap: readonly LogEvent[] = log()
  .turn()
  .step()
  .user('next')
  .deltas(Array.from({ length: 12 }, () => 'delta '))
  .assistant('next it is')
  .call('a', 'bash')
  .result('a')
  .endStep()
  .title('laps')
  .endTurn().events

const made = new Map<number, readonly LogEvent[]>()

/** A frozen log of exactly `events` events: the same turn again and again, its data shared. Made once per length. */
export function cheapLog(events: number): readonly LogEvent[] {
  let repeated = made.get(events)
  if (repeated === undefined) {
    repeated = Array.from({ length: events }, (_, seq) => ({ ...(lap[seq % lap.length] as LogEvent), seq }))
    made.set(events, deepFreeze(repeated))
  }
  return repeated
}
