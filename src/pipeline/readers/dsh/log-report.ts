/**
 * What a reader found out about the log beside its events.
 *
 * @module
 */

/** Where the first damaged record stands, and what is wrong with it. */
export interface Damage {
  /** Line number of the record; the header is line 1. */
  readonly record: number
  /** Offset in the file of its first byte; in a compressed log, of the frame it ends in. */
  readonly byte: number
  /** In words, without text from the log. */
  readonly reason: string
}

/** Figures of one read: live while it runs, final when it ends. */
export interface LogReport {
  /** Seq of the last readable record in file order; a packed row counts with its last. `null`: no event. */
  readonly capturedThroughSeq: number | null
  /** Records that could not be used: torn, unreadable, too long, of the wrong shape, or missing by their seq. */
  readonly damagedRecords: number
  /** Events of a type this reader does not know and that is not marked `ignorable`; skipped. */
  readonly unknownEvents: number
  readonly firstDamage?: Damage
  /** Bytes the file had when it was opened: what the read covers. */
  readonly fileBytes: number
  /** Lines read, the header among them. */
  readonly records: number
  /** Records that were read a second time, because a late replace brought them back. */
  readonly rereadRecords: number
}

/** The same figures while they are being counted. */
export type LogTally = { -readonly [Field in keyof LogReport]: LogReport[Field] }

/** A tally of nothing. */
export const emptyTally = (): LogTally => ({
  capturedThroughSeq: null,
  damagedRecords: 0,
  unknownEvents: 0,
  fileBytes: 0,
  records: 0,
  rereadRecords: 0,
})
