/**
 * Whether the events that close an open turn are ones the harness would hand out.
 *
 * It builds them from the turn and step of the log's own records, and refuses the whole log when one had none.
 * @module
 */
import { isRecord, type LogEvent } from '../../pipeline/index.ts'

const closing: ReadonlySet<string> = new Set(['tool/result', 'step/end', 'turn/end'])

/** Looks at the last events of a log: what was read from a file has no value that is undefined. */
export function hasWholeClosers(events: readonly LogEvent[]): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const { type, data } = events[at] as LogEvent
    if (!closing.has(type)) return true
    if (isRecord(data) && Object.values(data).includes(undefined)) return false
  }
  return true
}
