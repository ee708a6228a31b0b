/**
 * Where a search goes on: an opaque text that holds the last place that was shown.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isRecord, isSeq } from '../../pipeline/event.ts'
import type { StoredSession } from '../log-store.ts'
import { SearchError } from './search-error.ts'

/** The place behind which a search goes on. */
export interface SearchPlace {
  readonly sessionId: string
  /** In a search of one session: the seq of the last hit. */
  readonly seq?: number
}

/** What makes two searches one: a cursor of any other is refused. */
export interface SearchIdentity {
  readonly query: string
  readonly limit: number
  readonly scope: string
}

/** Writes a cursor. What of the log may not change is in it too. */
export async function writeCursor(identity: SearchIdentity, session: StoredSession, seq?: number): Promise<string> {
  const { sessionId, file, size } = await lookedAt(session)
  const fields = [1, digest(identity), sessionId, file, size, ...(seq === undefined ? [] : [seq])]
  return Buffer.from(JSON.stringify(fields)).toString('base64url')
}

/**
 * Reads a cursor.
 *
 * @param find - the session it names; `undefined` when it is not there.
 * @throws SearchError `SESSION_QUERY_INVALID_CURSOR` when it is none of this search; `SESSION_QUERY_STALE_CURSOR`
 *   when its session's log is gone, was replaced, made shorter or goes on in a newer format. Growth is no change.
 */
export async function readCursor(
  cursor: string,
  identity: SearchIdentity,
  find: (sessionId: string) => StoredSession | undefined,
): Promise<SearchPlace> {
  const [version, search, sessionId, file, size, seq] = fieldsOf(cursor)
  if (version !== 1 || search !== digest(identity) || typeof sessionId !== 'string' || !isSeq(size)) throw invalid()
  if (seq !== undefined && !isSeq(seq)) throw invalid()
  const session = find(sessionId)
  const now = session && (await lookedAt(session).catch(() => undefined))
  if (now === undefined || now.file !== file || now.size < size) {
    const why = 'the log it stopped at has changed: search again without the cursor'
    throw new SearchError('SESSION_QUERY_STALE_CURSOR', `the search cannot go on: ${why}`)
  }
  return { sessionId, ...(seq !== undefined && { seq }) }
}

async function lookedAt({ header, path }: StoredSession): Promise<{ sessionId: string; file: string; size: number }> {
  const { dev, ino, size } = await stat(path, { bigint: true })
  return { sessionId: header.id, file: digest({ path, dev: String(dev), ino: String(ino) }), size: Number(size) }
}

const digest = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

function fieldsOf(cursor: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(fields) && !isRecord(fields)) return fields
  } catch {
    // Not JSON: not ours.
  }
  throw invalid()
}

const invalid = (): SearchError =>
  new SearchError('SESSION_QUERY_INVALID_CURSOR', 'the cursor is not one of this search: repeat all its arguments')
