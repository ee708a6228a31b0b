/**
 * Lists the events of a log without their data, each with its place on the surface.
 *
 * @module
 */
import type { SessionHeader } from '../../pipeline/event.ts'
import type { EventRecord, SurfaceLabel } from '../exact-read.ts'
import type { ScanTaker } from './log-scan.ts'

/** One event without its data. */
type Row = { -readonly [Key in keyof EventRecord]: EventRecord[Key] }

/** Takes all events; `records` are complete when the log has ended. */
export function labelTaker(): ScanTaker & { readonly records: EventRecord[] } {
  const records: Row[] = []
  let sessionId = ''
  return {
    records,
    begin: ({ id }: SessionHeader) => void (sessionId = id),
    wantsDeltas: () => true,
    take({ seq, type, time }, step) {
      const surface: SurfaceLabel = step === 'none' ? 'log-only' : 'current'
      records.push({ sessionId, seq, type, time, surface })
      if (typeof step === 'object') for (const gone of step.shadowed) (records[gone] as Row).surface = 'shadowed'
    },
  }
}
