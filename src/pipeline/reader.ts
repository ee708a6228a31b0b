/**
 * Where batches come from: a reader is a function from what is wanted to a stream of batches.
 *
 * @module
 */
import type { Batches } from './batch.ts'

/** What a pipeline tells its reader. */
export interface Want {
  /** Event types that will be looked at; the reader may leave out all others. Absent: all. */
  readonly reads?: readonly string[]
  /** Of these, types whose outcome will do: ids, seqs, whether it failed, but not the content. Absent: none. */
  readonly skims?: readonly string[]
  /** Checked at least every 10 ms, also while skipping; the read then rejects with the signal's own reason. */
  readonly signal?: AbortSignal
  /** Called once, at the end of the records: positions of records to yield once more, as one last batch. */
  readonly again?: () => readonly number[]
  /**
   * Called at most once, before what the end of the log settles is yielded: where a later read may go on. What has
   * been yielded until then is all of what stands before the mark. A reader that cannot go on never calls it.
   */
  readonly mark?: (mark: unknown) => void
}

/** Opens a stream of batches. It yields what one read completed and never waits to fill a batch. */
export type Reader<out T> = (want: Want) => Batches<T>
