/**
 * Long logs with the mix of real ones, made once per length.
 *
 * @module
 */
import { generatedEvents } from '../../bench/generated-events.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { deepFreeze } from './freeze.ts'

const made = new Map<number, readonly LogEvent[]>()

/** A frozen log of exactly `events` events. */
export function longLog(events: number): readonly LogEvent[] {
  let log = made.get(events)
  if (log === undefined) made.set(events, (log = deepFreeze([...generatedEvents({ events, seed: 1 })])))
  return log
}
