/**
 * What `list` says of a store, as a value.
 *
 * @module
 */
import { relative, resolve } from 'node:path'
import type { StoredSession, UnreadableSession } from '../corpus/log-store.ts'
import { isSubagent } from '../tools/access.ts'

/** One session. Text of it is untrusted. */
export interface ListedSession {
  readonly sessionId: string
  readonly title: string | null
  /** As recorded, `null` when the session has none. */
  readonly cwd: string | null
  /** Unix epoch milliseconds. */
  readonly createdAt: number
  /** Whether another session delegated it. */
  readonly subagent: boolean
  /** The session it was forked or delegated from. */
  readonly parentSession: string | null
}

/** A store, newest session first, unreadable places by path. Paths are relative to its root. */
export interface SessionList {
  readonly schemaVersion: 1
  readonly sessions: readonly ListedSession[]
  readonly unreadable: readonly UnreadableSession[]
}

/** A session with its title. */
export interface TitledSession extends StoredSession {
  readonly title: string | null
}

/** Builds the value. */
export function sessionList(
  root: string,
  sessions: readonly TitledSession[],
  unreadable: readonly UnreadableSession[],
): SessionList {
  return {
    schemaVersion: 1,
    sessions: sessions.map(({ header, title }) => ({
      sessionId: header.id,
      title,
      cwd: header.cwd ?? null,
      createdAt: header.createdAt,
      subagent: isSubagent(header),
      parentSession: header.parentSession ?? null,
    })),
    unreadable: unreadable.map(({ path, reason }) => ({ path: relative(resolve(root), path), reason })).sort(byPath),
  }
}

const byPath = (a: UnreadableSession, b: UnreadableSession): number => (a.path < b.path ? -1 : 1)
