/**
 * Follows the seqs of a log: which is expected, which is missing, which was there before.
 *
 * @module
 */
import type { LogTally } from './log-report.ts'

/** Counts damage into a tally, and missing seqs as damage. */
export class SequenceCheck {
  readonly #tally: LogTally
  /** Whether seqs may be missing without being counted again: true right after a damaged record. */
  #isAfterDamage: boolean

  constructor(tally: LogTally, isAfterDamage = false) {
    this.#tally = tally
    this.#isAfterDamage = isAfterDamage
  }

  get isAfterDamage(): boolean {
    return this.#isAfterDamage
  }

  get #expected(): number {
    const { capturedThroughSeq } = this.#tally
    return capturedThroughSeq === null ? 0 : capturedThroughSeq + 1
  }

  /** Whether `seq` is exactly the next one, and nothing before it is in doubt. */
  expects(seq: number): boolean {
    return !this.#isAfterDamage && seq === this.#expected
  }

  /** Goes on to `seq`. */
  advance(seq: number): void {
    this.#tally.capturedThroughSeq = seq
    this.#isAfterDamage = false
  }

  /**
   * Decides whether `count` events from `seq` on continue the log, and goes on when they do.
   *
   * @returns false when they repeat what was there before; they are then counted as damage.
   */
  continues(seq: number, count: number, line: number, byte: number): boolean {
    const expected = this.#expected
    if (seq < expected) {
      this.damaged(line, byte, `seq ${seq} was there before`)
      return false
    }
    if (seq > expected && !this.#isAfterDamage) this.#count(line, byte, `seq ${expected} is missing before seq ${seq}`)
    this.advance(seq + count - 1)
    return true
  }

  /** Counts one damaged record. */
  damaged(line: number, byte: number, reason: string): void {
    this.#count(line, byte, reason)
    this.#isAfterDamage = true
  }

  get captured(): number | null {
    return this.#tally.capturedThroughSeq
  }

  /** Goes back to where `captured` was the last seq and nothing was in doubt. */
  restore(captured: number | null): void {
    this.#tally.capturedThroughSeq = captured
    this.#isAfterDamage = false
  }

  #count(line: number, byte: number, reason: string): void {
    this.#tally.damagedRecords += 1
    this.#tally.firstDamage ??= { record: line, byte, reason }
  }
}
