/**
 * Asks a stage what it makes of one event.
 *
 * @module
 */
import type { LogEvent } from '../pipeline/event.ts'
import type { Probe, Stage } from '../pipeline/stage.ts'

/** Starts `inner`, a stage without state of its own, and runs it on one event at a time. */
export function speak<T>(inner: Stage<LogEvent, T>, probe?: Probe): (event: LogEvent) => T | undefined {
  const kernel = inner.start(undefined, probe)
  return (event) => {
    const said: T[] = []
    kernel.push([event], said)
    return said[0]
  }
}
