/**
 * Looks for a query in one log: by reading it, or through an index. Everything about pages is decided elsewhere.
 *
 * @module
 */
import type { StoredSession } from '../log-store.ts'
import type { FoundEvent } from './corpus-search.ts'
import type { Literal } from './literal-match.ts'

/** What is wanted of one log. */
export interface LogAsk {
  /** Most hits. */
  readonly limit: number
  /** Only events before this seq. @defaultValue all */
  readonly beforeSeq?: number | undefined
}

/** What was found in one log. */
export interface LogFinding {
  /** Newest first. */
  readonly hits: readonly FoundEvent[]
  /** Whether there are older ones. */
  readonly hasMore: boolean
  /** Recalled events that match and are not older than the last of the hits; without older hits, all of them. */
  readonly recalled: number
  readonly inheritedEventCount: number
  readonly damagedRecords: number
}

/** A search that is under way. */
export interface LogSearcher {
  /** Whether it reads the logs, and so has a budget of bytes. */
  readonly readsLogs: boolean
  /** @throws LogError when the log cannot be read: others can. */
  search(session: StoredSession, ask: LogAsk): Promise<LogFinding>
  /** To be called in any case. */
  close(): void
}

/**
 * Begins to search.
 *
 * @param sessions - those that may be asked for, in their order.
 */
export type BeginSearch = (
  sessions: readonly StoredSession[],
  literal: Literal,
  signal: AbortSignal | undefined,
) => Promise<LogSearcher>
