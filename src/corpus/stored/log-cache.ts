/**
 * Keeps what was learned of logs between calls: a bounded number of them, the least recently used go first.
 *
 * @module
 */
import { RecentlyUsed } from '../recently-used.ts'
import type { Revision } from '../revision.ts'
import type { LogState } from './log-state.ts'

/** A log that was read to its end, and the file as it then was. */
export interface KnownLog {
  /** What the platform told of the file. */
  readonly mark: string
  readonly revision: Revision
  readonly state: LogState
}

/** How much is kept. */
export interface LogCacheOptions {
  /** Most logs. @defaultValue 64 */
  readonly maxEntries?: number
  /** About how many bytes of memory they may take together. @defaultValue 32 MiB */
  readonly maxBytes?: number
}

/** Known logs by path. Nothing of it is ever written to disk. */
export class LogCache {
  readonly #logs: RecentlyUsed<KnownLog>

  constructor({ maxEntries = 64, maxBytes = 32 * 1024 * 1024 }: LogCacheOptions = {}) {
    this.#logs = new RecentlyUsed(maxEntries, maxBytes)
  }

  /** How many logs are kept, and about how many bytes they take. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#logs.size, bytes: this.#logs.weight }
  }

  /** What is known, for reading only. */
  get(path: string): KnownLog | undefined {
    return this.#logs.get(path)
  }

  /** The same, to be gone on from: nobody else gets it until it is put back. */
  take(path: string): KnownLog | undefined {
    const log = this.#logs.get(path)
    this.#logs.delete(path)
    return log
  }

  put(path: string, log: KnownLog): void {
    this.#logs.set(path, log, log.state.bytes)
  }
}
