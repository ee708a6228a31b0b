/**
 * Cuts an array into batches: the same items with any edges.
 *
 * @module
 */
import fc from 'fast-check'
import type { Batches, Reader } from '../../src/pipeline/index.ts'

/** Sizes of the batches, used over and over until the items run out. */
export type Batching = readonly number[]

/** Batchings that are all ones, all one, or ragged. */
export const batchings: fc.Arbitrary<Batching> = fc.oneof(
  fc.constant([1]),
  fc.constant([Number.MAX_SAFE_INTEGER]),
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
)

/** The batchings that a suite without fast-check goes through. */
export const someBatchings: readonly Batching[] = [[1], [2, 3, 1], [7], [64], [Number.MAX_SAFE_INTEGER]]

/** `items` in batches of these sizes; none is empty. */
export function split<T>(items: readonly T[], batching: Batching): (readonly T[])[] {
  const batches: (readonly T[])[] = []
  for (let from = 0, turn = 0; from < items.length; turn++) {
    const size = batching[turn % batching.length] as number
    batches.push(items.slice(from, from + size))
    from += size
  }
  return batches
}

/** What an {@link opened} source has been asked for. */
export interface Source<T> extends AsyncIterable<readonly T[]> {
  readonly pulled: number
  readonly closed: number
}

/** The batches as a stream that counts what is pulled and how often it is closed; `fails` is thrown at its end. */
export function opened<T>(batches: readonly (readonly T[])[], ...fails: unknown[]): Source<T> {
  const figures = { pulled: 0, closed: 0 }
  async function* run(): AsyncGenerator<readonly T[]> {
    try {
      for (const batch of batches) {
        figures.pulled += 1
        yield batch
      }
      if (fails.length > 0) throw fails[0]
    } finally {
      figures.closed += 1
    }
  }
  const stream = run()
  return Object.defineProperties(stream as Batches<T> as Source<T>, {
    pulled: { get: () => figures.pulled },
    closed: { get: () => figures.closed },
  })
}

/** The same reader with other batch edges: each of its batches comes in pieces of these sizes. */
export function rebatched<T>(reader: Reader<T>, batching: Batching): Reader<T> {
  return (want) => pieces(reader(want), batching)
}

async function* pieces<T>(batches: Batches<T>, batching: Batching): Batches<T> {
  for await (const batch of batches) yield* split(batch, batching)
}
