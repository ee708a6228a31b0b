/**
 * Where a stream ends: four ways to turn batches into one value.
 *
 * @module
 */
import type { Batches } from './batch.ts'

/** Everything, in order. Holds it all: for streams that are already bounded. */
export async function collect<T>(batches: Batches<T>): Promise<T[]> {
  const items: T[] = []
  // Not `push(...batch)`: a batch may be longer than the engine takes as arguments.
  for await (const batch of batches) for (const item of batch) items.push(item)
  return items
}

/** The result of `step` over all items, starting from `seed`. */
export async function fold<T, R>(batches: Batches<T>, seed: R, step: (result: R, item: T) => R): Promise<R> {
  let result = seed
  for await (const batch of batches) for (const item of batch) result = step(result, item)
  return result
}

/** The first item, or `undefined` when there is none; the stream is closed at once. */
export async function first<T>(batches: Batches<T>): Promise<T | undefined> {
  for await (const batch of batches) return batch[0]
  return undefined
}

/** How many items there are. */
export const count = (batches: Batches<unknown>): Promise<number> => fold(batches, 0, (total) => total + 1)
