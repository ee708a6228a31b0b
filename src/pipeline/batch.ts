/**
 * Events travel in batches; where one batch ends and the next begins means nothing.
 *
 * @module
 */

/** A stream of batches. No batch is empty, and any other cut of the same items means the same. */
export type Batches<T> = AsyncIterable<readonly T[]>

/** Where a kernel puts what it yields. In practice an array. */
export interface Out<in O> {
  push(item: O): unknown
}
