/**
 * Waits for other processes that use the same database, without blocking this one.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import { SearchError } from '../search-error.ts'

/** Milliseconds between two tries, and after which nobody waits any more. */
const everyMs = 15
const longestMs = 60_000

/**
 * Returns what `step` returns; tries again while another process holds the lock that it needs.
 *
 * @throws SearchError `SEARCH_INDEX_FAILED` after a minute; the signal's own reason.
 */
export async function whenFree<T>(step: () => T, signal: AbortSignal | undefined): Promise<T> {
  for (const until = performance.now() + longestMs; ;) {
    signal?.throwIfAborted()
    try {
      return step()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > until) {
        throw new SearchError('SEARCH_INDEX_FAILED', 'the index is in use by another process: try again', {
          cause: error,
        })
      }
    }
    await setTimeout(everyMs)
  }
}

/** SQLite's words for a lock that somebody else holds: busy (5), locked (6). */
const isBusy = (error: unknown): boolean =>
  [5, 6].includes(((error as { readonly errcode?: number } | null)?.errcode ?? 0) & 0xff)
