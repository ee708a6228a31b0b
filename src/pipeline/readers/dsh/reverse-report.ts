/**
 * What a reverse reader found out about the log: figures of the part it has read so far.
 *
 * @module
 */
import { emptyTally, type Damage, type LogReport } from './log-report.ts'

/** Figures of one reverse read: live while it runs. Lower bounds until it has come to the header. */
export interface ReverseReport extends LogReport {
  /** Where the first damaged record stands; known only when the whole log has been read, because lines count from the front. */
  readonly firstDamage?: Damage
  /** The damaged record that stands last in the file, and so was met first. */
  readonly newestDamage?: Omit<Damage, 'record'>
  /** Whether the read came to the header: every figure is then that of the whole log. */
  readonly isWhole: boolean
  /** Bytes that were read from the file, those of the header among them. */
  readonly bytesRead: number
}

/** The same figures while they are being counted. */
export type ReverseTally = { -readonly [Field in keyof ReverseReport]: ReverseReport[Field] }

/** A tally of nothing. */
export const emptyReverseTally = (): ReverseTally => ({ ...emptyTally(), isWhole: false, bytesRead: 0 })
