/**
 * Where stored sessions are found: a store lists them, and finds one by its id.
 *
 * @module
 */
import type { SessionHeader } from '../pipeline/event.ts'

/** One session that is stored. */
export interface StoredSession {
  /** What the first record of its log says; all that a harness of today returns of it. */
  readonly header: SessionHeader
  /** Absolute path of its log file. */
  readonly path: string
}

/** A place in the store where a session should be and none can be read. */
export interface UnreadableSession {
  /** Absolute path of the file or folder that is wrong. Names in it are the store's, not ours: untrusted. */
  readonly path: string
  /** Why, in words. Does not begin with the path, and holds no text of the log. */
  readonly reason: string
}

/** All that a store holds. */
export interface StoreListing {
  /** Newest first, ties by id. One per id. */
  readonly sessions: readonly StoredSession[]
  /** By path. What is wrong with one of them never hides a session. */
  readonly unreadable: readonly UnreadableSession[]
}

/** How a store is asked. */
export interface StoreOptions {
  /** Looked at before each folder and each file; the call then rejects with the signal's own reason. */
  readonly signal?: AbortSignal
}

/** Stored sessions. */
export interface LogStore {
  /**
   * Every session. Reads the head of each log and no more of it.
   *
   * @throws LogError when the store as a whole cannot be listed.
   */
  list(options?: StoreOptions): Promise<StoreListing>
  /**
   * One session by its id, which may be any string; `undefined` when there is none of that id.
   *
   * Looks where a session of that id would be, without listing the others.
   * @throws LogError when there is one that cannot be read, and when the store as a whole cannot be.
   */
  find(id: string, options?: StoreOptions): Promise<StoredSession | undefined>
}
