/**
 * The search that reads the logs themselves: nothing is kept, nothing is written.
 *
 * @module
 */
import type { LogStore } from '../log-store.ts'
import type { CorpusSearch, SearchProgress } from './corpus-search.ts'
import { pagedSearch, type PagedSearchOptions } from './paged-search.ts'
import { scanLog } from './scan-log.ts'
import type { SearchRules } from './search-rules.ts'

/** How much a scan reads. */
export interface ScanOptions {
  /** Bytes of logs that one call searches; at least one session. @defaultValue 512 MiB */
  readonly maxBytes?: number
  /** Told after each session. */
  readonly onProgress?: (progress: SearchProgress) => void
}

const defaultMaxBytes = 512 * 1024 * 1024

/**
 * Searches by reading one log after the other, newest session first.
 *
 * Memory: what one log takes, see `scanLog`, and the page.
 */
export const scanSearch = (store: LogStore, rules: SearchRules, options: ScanOptions = {}): CorpusSearch =>
  pagedSearch({ store, rules, ...scanner(rules, options) })

/** What a search that reads logs is made of. */
export function scanner(
  rules: SearchRules,
  { maxBytes = defaultMaxBytes, onProgress }: ScanOptions,
): Pick<PagedSearchOptions, 'begin' | 'maxBytes'> {
  return {
    maxBytes,
    async begin(sessions, literal, signal) {
      let done = 0
      return {
        readsLogs: true,
        async search(session, ask) {
          const found = await scanLog(session, literal, ask, rules, signal)
          done += 1
          onProgress?.({ done, total: sessions.length })
          return found
        },
        close: () => undefined,
      }
    },
  }
}
