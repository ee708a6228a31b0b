/**
 * Reads again when a log changed while it was read.
 *
 * @module
 */
import { LogError } from '../errors.ts'

/** How often a read is repeated before the change is reported. */
const retries = 2

/**
 * Returns what `read` returns, trying up to three times while it fails with `LOG_CHANGED`.
 *
 * @param read - one whole read: it opens the log, and nothing of an earlier try may survive in it.
 * @throws LogError `LOG_CHANGED` when the third try fails with it too; any other error at once.
 */
export async function retryChanged<T>(read: () => Promise<T>): Promise<T> {
  for (let left = retries; ; left--) {
    try {
      return await read()
    } catch (error) {
      if (left === 0 || !(error instanceof LogError) || error.code !== 'LOG_CHANGED') throw error
    }
  }
}
