/**
 * A search over a store, page by page.
 *
 * @module
 */
import { stat } from 'node:fs/promises'
import { LogError } from '../../pipeline/errors.ts'
import { eachOf } from '../each-of.ts'
import type { LogStore, StoredSession, UnreadableSession } from '../log-store.ts'
import { failedAt } from '../place-error.ts'
import type { CorpusSearch, EventsFound, FoundSession, SearchCoverage, SessionsFound } from './corpus-search.ts'
import { literalMatch } from './literal-match.ts'
import type { BeginSearch, LogFinding } from './log-searcher.ts'
import { readCursor, writeCursor } from './search-cursor.ts'
import { SearchError } from './search-error.ts'
import type { SearchRules } from './search-rules.ts'

/** What a search works with. */
export interface PagedSearchOptions {
  readonly store: LogStore
  readonly rules: SearchRules
  /** How logs are looked through. */
  readonly begin: BeginSearch
  /**
   * Bytes of logs that one call searches. Looked at between two sessions: a session is searched whole, and at least
   * one is, so that a cursor always leads on. A search of one session has no budget.
   */
  readonly maxBytes: number
}

type Signal = AbortSignal | undefined

/** Makes the search. Holds nothing between calls. */
export function pagedSearch(options: PagedSearchOptions): CorpusSearch {
  return {
    sessions: (ask, signal) => acrossSessions(options, ask, signal),
    events: (ask, signal) => withinSession(options, ask, signal),
  }
}

async function acrossSessions(
  { store, rules, begin, maxBytes }: PagedSearchOptions,
  { query, limit, cursor, cwd }: Parameters<CorpusSearch['sessions']>[0],
  signal: Signal,
): Promise<SessionsFound> {
  const literal = literalMatch(query)
  const identity = { query: literal.query, limit, scope: JSON.stringify(['sessions', cwd ?? null]) }
  const listing = await store.list({ ...(signal && { signal }) })
  const eligible = listing.sessions.filter(({ header }) => {
    return !rules.isHidden(header) && (cwd === undefined || header.cwd === cwd)
  })
  const indexOf = (id: string): number => eligible.findIndex(({ header }) => header.id === id)
  const place = cursor === undefined ? undefined : await readCursor(cursor, identity, (id) => eligible[indexOf(id)])
  const rest = place === undefined ? eligible : eligible.slice(indexOf(place.sessionId) + 1)
  const unreadable: UnreadableSession[] = [...listing.unreadable]
  const hits: FoundSession[] = []
  const sum = { sessions: 0, bytes: 0, damagedRecords: 0, recalled: 0 }
  let why: 'page is full' | 'byte budget' | undefined
  let next = 0
  let last: StoredSession | undefined
  const searcher = await begin(rest, literal, signal)
  try {
    for (; next < rest.length; next++) {
      signal?.throwIfAborted()
      const session = rest[next] as StoredSession
      if (hits.length === limit) why = 'page is full'
      const bytes = await sizeOf(session)
      if (searcher.readsLogs && sum.sessions > 0 && sum.bytes + bytes > maxBytes) why ??= 'byte budget'
      if (why !== undefined) break
      const finding = await readable(session, unreadable, signal, () => searcher.search(session, { limit: 1 }))
      if (finding === undefined) continue
      last = session
      sum.sessions += 1
      sum.bytes += bytes
      sum.damagedRecords += finding.damagedRecords
      sum.recalled += finding.recalled
      const [best] = finding.hits
      if (best !== undefined) hits.push({ session, best, inheritedEventCount: finding.inheritedEventCount })
    }
  } finally {
    searcher.close()
  }
  const { recalled, ...searched } = sum
  const left = why === undefined ? {} : { left: { ...(await sizesOf(rest.slice(next), signal)), why } }
  const coverage: SearchCoverage = { ...searched, ...left, unreadable }
  if (why === undefined || last === undefined) return { hits, recalled, coverage }
  return { hits, recalled, coverage, nextCursor: await writeCursor(identity, last) }
}

async function withinSession(
  { store, rules, begin }: PagedSearchOptions,
  { query, limit, cursor, sessionId }: Parameters<CorpusSearch['events']>[0],
  signal: Signal,
): Promise<EventsFound> {
  const literal = literalMatch(query)
  const identity = { query: literal.query, limit, scope: JSON.stringify(['events', sessionId]) }
  const session = await store.find(sessionId, { ...(signal && { signal }) })
  if (session === undefined) {
    throw new SearchError('SESSION_QUERY_SESSION_NOT_FOUND', 'no session of this id is stored here')
  }
  const nothing = { sessions: 0, bytes: 0, unreadable: [], damagedRecords: 0 }
  if (rules.isHidden(session.header)) {
    return { session, hits: [], recalled: 0, inheritedEventCount: 0, coverage: nothing }
  }
  const find = (id: string): StoredSession | undefined => (id === sessionId ? session : undefined)
  const place = cursor === undefined ? undefined : await readCursor(cursor, identity, find)
  const searcher = await begin([session], literal, signal)
  try {
    const finding = await searcher.search(session, { limit, beforeSeq: place?.seq })
    const { hits, hasMore, recalled, inheritedEventCount, damagedRecords } = finding
    const coverage = { ...nothing, sessions: 1, bytes: await sizeOf(session), damagedRecords }
    const found = { session, hits, recalled, inheritedEventCount, coverage }
    return hasMore ? { ...found, nextCursor: await writeCursor(identity, session, hits.at(-1)?.seq) } : found
  } finally {
    searcher.close()
  }
}

/** What was found; `undefined` when the log cannot be read, which is then told. */
async function readable(
  session: StoredSession,
  unreadable: UnreadableSession[],
  signal: Signal,
  search: () => Promise<LogFinding>,
): Promise<LogFinding | undefined> {
  try {
    return await search()
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof LogError)) throw error
    const { place: path, reason } = failedAt(session.path, error)
    unreadable.push({ path, reason })
    return undefined
  }
}

/** Bytes of a log; 0 when it has just gone. */
const sizeOf = async ({ path }: StoredSession): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

async function sizesOf(
  sessions: readonly StoredSession[],
  signal: Signal,
): Promise<{ sessions: number; bytes: number }> {
  let bytes = 0
  const add = async (session: StoredSession): Promise<void> => {
    const size = await sizeOf(session)
    bytes += size
  }
  await eachOf(sessions, 16, add, signal)
  return { sessions: sessions.length, bytes }
}
