/**
 * A store of logs as a `MemoryPort`: the memory tools without a harness.
 *
 * @module
 */
import { readLogWindow } from '../corpus/search/log-window.ts'
import { indexSearch, type IndexOptions } from '../corpus/search/index/index-search.ts'
import { scanSearch, type ScanOptions } from '../corpus/search/scan-search.ts'
import { SearchError } from '../corpus/search/search-error.ts'
import type { SearchRules } from '../corpus/search/search-rules.ts'
import type { CorpusSearch, SearchCoverage } from '../corpus/search/corpus-search.ts'
import type { LogStore, StoredSession } from '../corpus/log-store.ts'
import { isSubagent } from './access.ts'
import { fetchAddedWords, fetchEventText } from './fetch-event-text.ts'
import type { MemoryCoverage, MemoryPort, SessionHit } from './memory-port.ts'
import { isRecallMessage, recallTools } from './memory-recalled.ts'

/** What of the logs is searched: what the tools show of them. */
const rules: SearchRules = {
  textOf: fetchEventText,
  addedWords: fetchAddedWords,
  isHidden: isSubagent,
  isRecallMessage,
  recallTools,
}

/** How the store is searched. */
export interface CorpusMemoryOptions extends ScanOptions {
  /** An index file instead of a scan. @defaultValue none */
  readonly index?: IndexOptions
  /** Told what each answer covers, in more detail than the answer itself: names of places in the store. */
  readonly onCoverage?: (coverage: SearchCoverage) => void
}

/** Makes the port. Of sessions that are subagents' nothing but the header is read. */
export function corpusMemoryPort(
  store: LogStore,
  { index, onCoverage, ...scan }: CorpusMemoryOptions = {},
): MemoryPort {
  const search: CorpusSearch =
    index === undefined ? scanSearch(store, rules, scan) : indexSearch(store, rules, { ...index, ...scan })
  // A hit comes from the log whose header stands here; nothing needs to be looked up again.
  const found = new WeakMap<SessionHit, { readonly session: StoredSession; readonly inheritedEventCount: number }>()
  return {
    async searchSessions(ask, signal) {
      const { hits, recalled, coverage, nextCursor } = await search.sessions(ask, signal)
      onCoverage?.(coverage)
      const sessionHits = hits.map(({ session, best, inheritedEventCount }) => {
        const hit: SessionHit = { sessionId: session.header.id, live: false, persisted: true, best }
        found.set(hit, { session, inheritedEventCount })
        return hit
      })
      return { hits: sessionHits, recalled, coverage: coverageOf(coverage), nextCursor }
    },
    async searchEvents(ask, signal) {
      const { session, coverage, ...page } = await search.events(ask, signal)
      onCoverage?.(coverage)
      return { ...page, header: session.header, coverage: coverageOf(coverage) }
    },
    observer() {
      return async (hit) => {
        const its = found.get(hit)
        if (its === undefined) throw new TypeError('a hit of another search')
        const { session, inheritedEventCount } = its
        return { header: session.header, inheritedEventCount, release: () => undefined }
      }
    },
    async readEvent({ sessionId, ...window }, signal) {
      const session = await store.find(sessionId, { ...(signal && { signal }) })
      if (session === undefined) throw new SearchError('SESSION_QUERY_SESSION_NOT_FOUND', 'no session of this id here')
      const { header, path } = session
      const { seq: targetSeq } = window
      if (isSubagent(header)) return { header, targetSeq, startSeq: targetSeq, endSeq: targetSeq, events: [] }
      return { header, targetSeq, ...(await readLogWindow(path, window, signal)) }
    },
  }
}

function coverageOf({ sessions, bytes, left, unreadable, damagedRecords }: SearchCoverage): MemoryCoverage {
  return {
    sessions,
    bytes,
    ...(left && { left_sessions: left.sessions, left_bytes: left.bytes, left_because: left.why }),
    ...(unreadable.length > 0 && { unreadable_sessions: unreadable.length }),
    ...(damagedRecords > 0 && { damaged_records: damagedRecords }),
  }
}
