/**
 * What the index keeps of each session: how far it is indexed, and what must be known to go on there.
 *
 * @module
 */
import type { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LogMark } from '../../../pipeline/readers/dsh/log-mark.ts'
import type { Revision } from '../../revision.ts'
import type { SavedDocuments } from '../log-documents.ts'

/** Where the next reading of a log begins. */
export interface IndexedTo {
  readonly mark: LogMark
  readonly documents: SavedDocuments
}

/** A session as it is indexed. */
export interface SessionRow {
  /** With a seq it makes the id of an event: see `eventId`. */
  readonly key: number
  readonly path: string
  /** File and time of the last look at it; equal when nothing has been written since. */
  readonly moment: string
  /** What the file held. Absent when nobody could go on in it. */
  readonly revision?: Revision
  /** `undefined`: the log has to be read from its beginning. */
  readonly to: IndexedTo | undefined
  readonly inheritedEventCount: number
  /** Whether the surface cannot be followed to the log's end. */
  readonly isLost: boolean
  readonly damagedRecords: number
}

/** Seqs of one session; a log with larger ones is not indexed. */
export const maxSeq: number = 2 ** 32 - 1

/** Sessions of one index: ids of events are whole numbers that JavaScript can hold. */
const maxKey = 2 ** 21 - 1

/** The id of an event: its session, then its seq, so that ids of one session stand together and in order. */
export const eventId = (key: number, seq: number): number => key * 2 ** 32 + seq
export const seqOf = (id: number): number => id % 2 ** 32
export const keyOf = (id: number): number => Math.floor(id / 2 ** 32)

/** Reads a session's row. */
export function sessionRow(db: DatabaseSync, id: string): SessionRow | undefined {
  const row = db.prepare('SELECT * FROM sessions WHERE id = ?').get(id)
  if (row === undefined) return undefined
  const { revision, state } = row
  return {
    key: row['key'] as number,
    path: row['path'] as string,
    moment: row['moment'] as string,
    ...(typeof revision === 'string' && { revision: JSON.parse(revision) as Revision }),
    // Unpacked only when it is wanted: a search passes by most sessions.
    get to() {
      return state instanceof Uint8Array ? (deserialize(inflateRawSync(state)) as IndexedTo) : undefined
    },
    inheritedEventCount: row['inherited'] as number,
    isLost: row['lost'] === 1,
    damagedRecords: row['damaged'] as number,
  }
}

/** Whether a session is indexed to the end of its log, as it is at this moment. */
export function isUpToDate(db: DatabaseSync, id: string, path: string, moment: string): boolean {
  return (
    db.prepare('SELECT 1 FROM sessions WHERE id = ? AND path = ? AND moment = ?').get(id, path, moment) !== undefined
  )
}

/** A key for a session that has none. */
export function newKey(db: DatabaseSync): number {
  const key = ((db.prepare('SELECT max(key) AS key FROM sessions').get()?.['key'] as number | null) ?? 0) + 1
  if (key > maxKey) throw new RangeError('too many sessions for one index')
  return key
}

/** Writes a session's row. */
export function putSessionRow(db: DatabaseSync, id: string, row: SessionRow): void {
  const { key, path, moment, revision, to, inheritedEventCount, isLost, damagedRecords } = row
  const state = to === undefined ? null : deflateRawSync(serialize(to), { level: 1 })
  const known = revision === undefined ? null : JSON.stringify(revision)
  db.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    key,
    id,
    path,
    moment,
    known,
    state,
    inheritedEventCount,
    isLost ? 1 : 0,
    damagedRecords,
  )
}

/** Takes the events of a session out of the index, from a seq on. */
export function forgetEvents(db: DatabaseSync, key: number, fromSeq: number): void {
  const range = [eventId(key, fromSeq), eventId(key, maxSeq)]
  db.prepare('DELETE FROM words WHERE rowid IN (SELECT id FROM events WHERE id BETWEEN ? AND ?)').run(...range)
  db.prepare('DELETE FROM events WHERE id BETWEEN ? AND ?').run(...range)
}

/** Takes a session out of the index. */
export function forgetSession(db: DatabaseSync, key: number): void {
  forgetEvents(db, key, 0)
  db.prepare('DELETE FROM sessions WHERE key = ?').run(key)
}
