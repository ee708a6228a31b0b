/**
 * What may be asked of a search over stored sessions, and what it answers.
 *
 * Order of everything: sessions newest first, as the store lists them (by creation, ties by id); inside a session
 * the newest event first.
 * @module
 */
import type { StoredSession, UnreadableSession } from '../log-store.ts'
import type { FoundSurface } from './surface-labels.ts'

/** An event that was found. */
export interface FoundEvent {
  readonly seq: number
  readonly type: string
  /** Unix epoch milliseconds. */
  readonly time: number
  readonly surface: FoundSurface
  /** At most 240 UTF-16 units around the first hit in it; an edge at which it was cut is marked by `…`. */
  readonly snippet: string
}

/** The newest hit of one session. */
export interface FoundSession {
  readonly session: StoredSession
  /** How many leading events came with the fork. */
  readonly inheritedEventCount: number
  readonly best: FoundEvent
}

/** How much of the store an answer speaks of. */
export interface SearchCoverage {
  /** Sessions that were searched for this page, and the bytes of their logs. */
  readonly sessions: number
  readonly bytes: number
  /** What may be found later on: sessions behind this page, and why they were not searched. Absent: none. */
  readonly left?: { readonly sessions: number; readonly bytes: number; readonly why: 'page is full' | 'byte budget' }
  /** Sessions and places of the store that cannot be read. They are searched on no page. */
  readonly unreadable: readonly UnreadableSession[]
  /** Damaged records that were passed over, as far as the logs were parsed. */
  readonly damagedRecords: number
}

/** What every page has. */
interface Page {
  /** Hits that were left out because they were themselves recalled. */
  readonly recalled: number
  readonly coverage: SearchCoverage
  /** Goes on behind this page. Absent on the last one. */
  readonly nextCursor?: string
}

/** One hit per session. */
export interface SessionsFound extends Page {
  readonly hits: readonly FoundSession[]
}

/** Hits of one session. */
export interface EventsFound extends Page {
  readonly session: StoredSession
  readonly inheritedEventCount: number
  readonly hits: readonly FoundEvent[]
}

/** What is looked for, and which page. */
export interface SearchAsk {
  readonly query: string
  /** Most hits of a page, 1 or more. */
  readonly limit: number
  readonly cursor?: string | undefined
}

/** How far a long search is. */
export interface SearchProgress {
  /** Sessions that are searched or indexed. */
  readonly done: number
  readonly total: number
}

/**
 * A search over the stored sessions.
 *
 * @throws SearchError for a cursor that is stale or of another search, and what the store throws.
 */
export interface CorpusSearch {
  /** @param ask.cwd - only sessions recorded in exactly this directory. */
  sessions(ask: SearchAsk & { readonly cwd?: string | undefined }, signal?: AbortSignal): Promise<SessionsFound>
  /** @throws SearchError `SESSION_QUERY_SESSION_NOT_FOUND`. A hidden session is found and has no hits. */
  events(ask: SearchAsk & { readonly sessionId: string }, signal?: AbortSignal): Promise<EventsFound>
}
