/**
 * Keeps what was learned of logs between calls: a bounded number of them, the least recently used go first.
 *
 * @module
 */
import type { FileMark, FileSample } from './file-mark.ts'
import type { LogState } from './log-state.ts'

/** A log that was read to its end, and the file as it then was. */
export interface KnownLog {
  readonly mark: FileMark
  readonly sample: FileSample
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
  readonly #maxEntries: number
  readonly #maxBytes: number
  readonly #entries = new Map<string, { readonly log: KnownLog; readonly bytes: number }>()
  #bytes = 0

  constructor({ maxEntries = 64, maxBytes = 32 * 1024 * 1024 }: LogCacheOptions = {}) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  /** How many logs are kept, and about how many bytes they take. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes }
  }

  /** What is known, for reading only. */
  get(path: string): KnownLog | undefined {
    const entry = this.#entries.get(path)
    if (entry === undefined) return undefined
    this.#entries.delete(path)
    this.#entries.set(path, entry)
    return entry.log
  }

  /** The same, to be gone on from: nobody else gets it until it is put back. */
  take(path: string): KnownLog | undefined {
    const entry = this.#entries.get(path)
    this.#delete(path)
    return entry?.log
  }

  put(path: string, log: KnownLog): void {
    this.#delete(path)
    const { bytes } = log.state
    this.#entries.set(path, { log, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return
      this.#delete(oldest)
    }
  }

  #delete(path: string): void {
    this.#bytes -= this.#entries.get(path)?.bytes ?? 0
    this.#entries.delete(path)
  }
}
