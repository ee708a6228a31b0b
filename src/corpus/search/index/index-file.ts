/**
 * The index file: an SQLite database that holds which words stand in which event, and no text.
 *
 * Whoever reads the words in order can guess at text, so the file is as private as the logs.
 * @module
 */
import { rm, truncate } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { SearchError } from '../search-error.ts'
import { whenFree } from './when-free.ts'

/** Says that the file is ours: "SsIx". */
const applicationId = 0x5373_4978

/**
 * Raise it whenever rows would be written in another way, the saved states in them included (`LogMark`, the table of
 * `SurfaceLabels`): an index of any other format is made anew.
 */
export const indexFormat = 1

const schema = `
  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    moment TEXT NOT NULL,
    revision TEXT,
    state BLOB,
    inherited INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    damaged INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE events (id INTEGER PRIMARY KEY, offset INTEGER NOT NULL, marks INTEGER NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'ascii', content = '', contentless_delete = 1);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${indexFormat};
`

/**
 * Readers and one writer at a time. Whoever finds the file locked waits by `whenFree`; the short time here is for what
 * another process does in passing.
 */
const settings = 'PRAGMA busy_timeout = 40; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'

/** How a file is opened. */
export interface IndexFileOptions {
  /** Makes it anew, whatever it holds. */
  readonly rebuild: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Opens the index file at `path`, and makes its tables where they are missing or of another format.
 *
 * @param path - a place that `indexPlace` has checked.
 * @throws SearchError when this Node has no SQLite, the file is something else, or others keep it busy for too long.
 */
export async function openIndex(path: string, { rebuild, signal }: IndexFileOptions): Promise<DatabaseSync> {
  const { DatabaseSync: Database } = await sqlite()
  const open = async (): Promise<DatabaseSync> => {
    const db = new Database(path)
    try {
      await whenFree(() => db.exec(settings), signal)
      await whenFree(() => prepare(db, path, rebuild), signal)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  }
  try {
    return await open()
  } catch (error) {
    signal?.throwIfAborted()
    const isBroken = isDamage(error) || (error instanceof SearchError && error.code === 'SEARCH_INDEX_FAILED')
    if (!isBroken || !rebuild) throw indexFailure(path, error)
    // Emptied and not removed: a new file would be readable by others.
    await truncate(path)
    for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true })
    return open()
  }
}

/** Ends a transaction that failed; SQLite may have ended it already. */
export function rollBack(db: DatabaseSync): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // Nothing was open.
  }
}

/** Makes the tables, unless they are there. In one transaction: another process may be doing the same. */
function prepare(db: DatabaseSync, path: string, rebuild: boolean): void {
  if (!rebuild && isOurs(db) && formatOf(db) === indexFormat) return
  db.exec('BEGIN IMMEDIATE')
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    if (tables.length > 0 && !isOurs(db)) throw foreign(path)
    if (rebuild || formatOf(db) !== indexFormat) {
      db.exec('DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS events; DROP TABLE IF EXISTS sessions')
      db.exec(schema)
    }
    db.exec('COMMIT')
  } catch (error) {
    rollBack(db)
    throw error
  }
}

const isOurs = (db: DatabaseSync): boolean =>
  db.prepare('PRAGMA application_id').get()?.['application_id'] === applicationId
const formatOf = (db: DatabaseSync): unknown => db.prepare('PRAGMA user_version').get()?.['user_version']

const foreign = (path: string, cause?: unknown): SearchError =>
  new SearchError('SEARCH_INDEX_FAILED', `${path}: damaged, or no index of session-streams: delete it or rebuild it`, {
    cause,
  })

/** An error of SQLite in our words; any other as it is. */
export function indexFailure(path: string, error: unknown): unknown {
  if (isDamage(error)) return foreign(path, error)
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  if (code !== 'ERR_SQLITE_ERROR') return error
  return new SearchError('SEARCH_INDEX_FAILED', `${path}: the index cannot be used: ${message ?? ''}`, { cause: error })
}

/** SQLite's words for a file that is no database (26) or a damaged one (11). */
const isDamage = (error: unknown): boolean =>
  [11, 26].includes(((error as { readonly errcode?: number } | null)?.errcode ?? 0) & 0xff)

async function sqlite(): Promise<{ readonly DatabaseSync: typeof DatabaseSync }> {
  try {
    return await import('node:sqlite')
  } catch (cause) {
    const what =
      'an index needs node:sqlite, which Node has from 22.13 on: use a newer Node, or search without an index'
    throw new SearchError('SEARCH_INDEX_UNSUPPORTED', what, { cause })
  }
}
