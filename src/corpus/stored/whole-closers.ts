/**
 * Whether the events that close an open turn are ones the harness would hand out.
 *
 * It builds them from the turn and step of the log's own records, and refuses the whole log when one had none.
 * @module
 */
import { isRecord, type LogEvent } from '../../pipeline/event.ts'
import { CorpusError } from '../corpus-errors.ts'

/** @throws CorpusError `SESSION_QUERY_CORRUPT_SESSION` when a turn or step that is closed has no number. */
export function checkClosers(closers: readonly LogEvent[]): void {
  const isWhole = ({ data }: LogEvent): boolean => !isRecord(data) || !Object.values(data).includes(undefined)
  if (closers.every(isWhole)) return
  throw new CorpusError('SESSION_QUERY_CORRUPT_SESSION', 'the open turn at the end has no number, or its step has none')
}
