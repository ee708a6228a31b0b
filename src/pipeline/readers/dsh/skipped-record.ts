/**
 * The record that was skipped last, until the next one shows whether it can be trusted.
 *
 * @module
 */

import type { LogEvent } from '../../event.ts'

/** At most one record at a time; one object for the whole run, because nearly every record is skipped. */
export class SkippedRecord {
  isHeld = false
  offset = 0
  line = 0
  /** What was captured before it: to go back to when it has to be parsed after all. */
  capturedBefore: number | null = null
  /** The seq of a record that continues this one. */
  nextSeq = 0
  /** What is yielded when the record can be trusted; absent when nobody asks for it. */
  event: LogEvent | undefined
  #bytes: Buffer = Buffer.alloc(0)
  /** Used again and again: a new copy per block would be garbage outside of the heap, which is collected late. */
  #kept: Buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  hold(bytes: Buffer, start: number, end: number): void {
    this.isHeld = true
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  get text(): string {
    return this.#bytes.toString('utf8', this.#start, this.#end)
  }

  /** Copies the bytes, because the block they stand in is about to be reused. */
  keep(): void {
    if (!this.isHeld || this.#bytes === this.#kept) return
    const length = this.#end - this.#start
    if (this.#kept.length < length || this.#kept.length > maxReusedBytes) this.#kept = Buffer.allocUnsafeSlow(length)
    this.#bytes.copy(this.#kept, 0, this.#start, this.#end)
    this.hold(this.#kept, 0, length)
  }
}

/** Longest copy that is used again for the next one. */
const maxReusedBytes = 1024 * 1024
