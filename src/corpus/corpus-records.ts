/**
 * The list of a corpus: one record per session, whatever it is found in.
 *
 * @module
 */
import type { SessionHeader } from '../pipeline/event.ts'
import type { LiveSource } from './live-source.ts'
import type { StoredSession } from './log-store.ts'
import { checkSameSession } from './same-header.ts'

/** One session and where it can be found. */
export interface SessionRecord {
  readonly header: SessionHeader
  readonly live: boolean
  readonly persisted: boolean
}

/**
 * Puts both lists together; of a session in both, the header in memory counts.
 *
 * @returns copies, newest first, ties by id.
 * @throws CorpusError `SESSION_QUERY_SOURCE_CONFLICT`.
 */
export function corpusRecords(stored: readonly StoredSession[], live: LiveSource | undefined): SessionRecord[] {
  const records = new Map<string, SessionRecord>()
  for (const { header } of stored) records.set(header.id, { header: { ...header }, live: false, persisted: true })
  for (const { header } of live?.list() ?? []) {
    const durable = records.get(header.id)
    if (durable !== undefined) checkSameSession(header, durable.header)
    records.set(header.id, { header: { ...header }, live: true, persisted: durable !== undefined })
  }
  return [...records.values()].sort(newestFirst)
}

const newestFirst = ({ header: a }: SessionRecord, { header: b }: SessionRecord): number =>
  b.createdAt - a.createdAt || a.id.localeCompare(b.id)
