/**
 * The search that keeps an index of its own, brings it up to the logs first, and then reads only what it finds.
 *
 * @module
 */
import type { DatabaseSync } from 'node:sqlite'
import { LogError } from '../../../pipeline/errors.ts'
import { openFile, type ByteSource } from '../../../pipeline/readers/byte-source.ts'
import type { LogStore, StoredSession } from '../../log-store.ts'
import type { CorpusSearch } from '../corpus-search.ts'
import type { Literal } from '../literal-match.ts'
import type { LogAsk, LogFinding, LogSearcher } from '../log-searcher.ts'
import { pagedSearch } from '../paged-search.ts'
import { scanLog } from '../scan-log.ts'
import { scanner, type ScanOptions } from '../scan-search.ts'
import type { SearchRules } from '../search-rules.ts'
import { indexFailure, openIndex } from './index-file.ts'
import { indexPlace } from './index-place.ts'
import { updateSession, type UpdateOptions } from './index-update.ts'
import { indexPhrase } from './index-words.ts'
import { searchIndexed } from './indexed-log.ts'
import { keyOf, sessionRow } from './session-rows.ts'
import { sweep } from './sweep.ts'

/** Where the index stands. */
export interface IndexOptions {
  /** The folder of logs: each has an index of its own. */
  readonly root: string
  /** The person's folder of caches. */
  readonly caches: string
  /** Makes the index anew at the first search. @defaultValue false */
  readonly rebuild?: boolean
  /** How a log is opened to be indexed. @defaultValue a real file, read only */
  readonly open?: (path: string) => Promise<ByteSource>
}

/**
 * Searches through an index file. Nothing of a log is only in it: delete it, and the next search makes it again.
 *
 * Each search first takes in what was written since the last one. The rule and the order are those of a scan.
 * Memory: see `updateSession`, and the candidates of one session.
 * @throws SearchError, beside what a scan throws, when no index can be kept; nothing is scanned instead.
 */
export function indexSearch(
  store: LogStore,
  rules: SearchRules,
  { root, caches, rebuild = false, open = openFile, ...scan }: IndexOptions & ScanOptions,
): CorpusSearch {
  let isRebuilt = !rebuild
  const { begin: beginScan, maxBytes } = scanner(rules, scan)
  return pagedSearch({
    store,
    rules,
    maxBytes,
    async begin(sessions, literal, signal) {
      const phrase = indexPhrase(literal.query)
      const path = await indexPlace(caches, root)
      const db = await openIndex(path, { rebuild: !isRebuilt, signal })
      isRebuilt = true
      try {
        const failed = await updateAll(db, sessions, rules, { ...scan, open, signal })
        if (phrase !== undefined) return searcher({ db, path }, { phrase, literal }, failed, rules, signal)
      } catch (error) {
        db.close()
        throw indexFailure(path, error)
      }
      // Nothing in it that an index keeps: it is looked for in the logs, and the answer says in how many.
      db.close()
      return beginScan(sessions, literal, signal)
    },
  })
}

/** Brings all sessions up to date; returns those whose logs cannot be read, and why. */
async function updateAll(
  db: DatabaseSync,
  sessions: readonly StoredSession[],
  rules: SearchRules,
  { onProgress, ...options }: ScanOptions & UpdateOptions,
): Promise<ReadonlyMap<string, LogError>> {
  const failed = new Map<string, LogError>()
  // Oldest first: as sessions are added, keys then grow with them.
  for (const [index, session] of sessions.toReversed().entries()) {
    try {
      await updateSession(db, session, rules, options)
    } catch (error) {
      if (!(error instanceof LogError)) throw error
      failed.set(session.path, error)
    }
    onProgress?.({ done: index + 1, total: sessions.length })
  }
  await sweep(db, options.signal)
  return failed
}

/** Candidates that are looked up at once, to know in which sessions there are any. */
const mostCandidates = 4096

function searcher(
  { db, path }: { readonly db: DatabaseSync; readonly path: string },
  query: { readonly phrase: string; readonly literal: Literal },
  failed: ReadonlyMap<string, LogError>,
  rules: SearchRules,
  signal: AbortSignal | undefined,
): LogSearcher {
  const some = db
    .prepare('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?')
    .all(query.phrase, mostCandidates)
  const keys = some.length < mostCandidates ? new Set(some.map(({ id }) => keyOf(id as number))) : undefined
  return {
    readsLogs: false,
    async search(session: StoredSession, ask: LogAsk): Promise<LogFinding> {
      const failure = failed.get(session.path)
      if (failure !== undefined) throw failure
      const row = sessionRow(db, session.header.id)
      if (row !== undefined && keys?.has(row.key) === false) {
        const { inheritedEventCount, damagedRecords } = row
        return { hits: [], hasMore: false, recalled: 0, inheritedEventCount, damagedRecords }
      }
      const to = row?.to
      const found =
        row?.path === session.path && to !== undefined
          ? await searchIndexed(db, row, to, query, ask, rules, signal).catch((error: unknown) => {
              throw indexFailure(path, error)
            })
          : undefined
      return found ?? scanLog(session, query.literal, ask, rules, signal)
    },
    close: () => db.close(),
  }
}
