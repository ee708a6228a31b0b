/**
 * Follows the seqs of a log that is read newest first: which one must come, which is missing, which cannot be.
 *
 * Finds what `SequenceCheck` finds, from the other side.
 * @module
 */
import { LogError } from '../../errors.ts'
import type { ReverseTally } from './reverse-report.ts'

/** Counts damage into a tally, and missing seqs as damage. Lines are counted from the end: the last one is 1. */
export class ReverseSequence {
  readonly #tally: ReverseTally
  /** First seq of the record taken last, and where it stands; seqs must fall from record to record. */
  #newer: number | undefined
  #newerByte = 0
  #newerLine = 0
  /** Whether seqs may be missing without being counted again: a damaged record was met since. */
  #isAfterDamage = false
  /** The damage met last, which stands first in the file. */
  #oldest: { readonly line: number; readonly byte: number; readonly reason: string } | undefined

  constructor(tally: ReverseTally) {
    this.#tally = tally
  }

  get newer(): number | undefined {
    return this.#newer
  }

  /** Whether `count` events from `seq` on end exactly where the record taken last begins, with nothing in doubt. */
  leadsTo(seq: number, count: number): boolean {
    return !this.#isAfterDamage && seq + count === this.#newer
  }

  /** Goes back to `seq`, the first seq of a record that {@link leadsTo} the one before. */
  retreat(seq: number, line: number, byte: number): void {
    this.#newer = seq
    this.#newerByte = byte
    this.#newerLine = line
    this.#isAfterDamage = false
  }

  /** Takes a record's seqs. */
  take({ seq, count }: { readonly seq: number; readonly count: number }, line: number, byte: number): void {
    const last = seq + count - 1
    this.#tally.capturedThroughSeq ??= last
    if (this.#newer !== undefined) {
      if (last >= this.#newer) throw outOfOrder(last, this.#newer)
      if (last + 1 < this.#newer) this.#missing(last + 1)
    }
    this.retreat(seq, line, byte)
  }

  /** Forgets that a record was passed over: `newer` is again the seq before which a record is looked for. */
  restore(newer: number): void {
    this.#newer = newer
    this.#isAfterDamage = false
  }

  /** Counts one damaged record. */
  damaged(line: number, byte: number, reason: string): void {
    this.#count(line, byte, reason)
    this.#isAfterDamage = true
  }

  /** Says that no record stands before those that were taken, and that the header takes up so many lines. */
  front(headerLines: number): void {
    if (this.#newer !== undefined && this.#newer > 0) this.#missing(0)
    const tally = this.#tally
    tally.records += headerLines
    tally.isWhole = true
    if (this.#oldest === undefined) return
    const { line, byte, reason } = this.#oldest
    tally.firstDamage = { record: tally.records - line + 1, byte, reason }
  }

  #missing(expected: number): void {
    if (this.#isAfterDamage) return
    this.#count(this.#newerLine, this.#newerByte, `seq ${expected} is missing before seq ${this.#newer}`)
  }

  #count(line: number, byte: number, reason: string): void {
    this.#tally.damagedRecords += 1
    this.#tally.newestDamage ??= { byte, reason }
    this.#oldest = { line, byte, reason }
  }
}

/** Read from the front, the later one is what was there before and is left out: it has been yielded by now. */
const outOfOrder = (older: number, newer: number): LogError =>
  new LogError(
    'LOG_NEEDS_FULL_READ',
    `seq ${newer} stands behind seq ${older}: which of them counts can only be told from the front`,
  )
