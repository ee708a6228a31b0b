/**
 * Batches that are there already: what is measured is what happens to them, not where they come from.
 *
 * @module
 */
import type { Batches } from '../../src/pipeline/index.ts'

/** `items` in batches of `size`. */
export function cut<T>(items: readonly T[], size: number): (readonly T[])[] {
  const batches: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size))
  return batches
}

/** A stream of them; written by hand, because an async generator would cost more than what is measured. */
export function ready<T>(batches: readonly (readonly T[])[]): Batches<T> {
  return {
    [Symbol.asyncIterator]() {
      let index = 0
      return {
        next() {
          const value = batches[index++]
          return Promise.resolve(value === undefined ? { value, done: true } : { value, done: false })
        },
      }
    },
  }
}

/** Reads a stream to its end and counts what came. */
export async function drain(batches: Batches<unknown>): Promise<number> {
  let items = 0
  for await (const batch of batches) items += batch.length
  return items
}
