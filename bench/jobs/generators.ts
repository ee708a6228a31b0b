/**
 * The small job with one async generator per step, item by item.
 *
 * @module
 */
import type { Job } from './job.ts'
import { recordLines } from './lines.ts'
import { isPresent, isWanted, Newest, pairing, partOf, type Parsed } from './newest.ts'

async function* map<A, B>(source: AsyncIterable<A>, step: (item: A) => B): AsyncGenerator<B, void, undefined> {
  for await (const item of source) yield step(item)
}

async function* filter<A, B extends A>(
  source: AsyncIterable<A>,
  keeps: (item: A) => item is B,
): AsyncGenerator<B, void, undefined> {
  for await (const item of source) if (keeps(item)) yield item
}

export const generators: Job = {
  async run({ path }) {
    const events = filter(
      map(recordLines(path), (line): Parsed => JSON.parse(line)),
      isWanted,
    )
    const parts = filter(map(events, partOf), isPresent)
    const newest = new Newest()
    for await (const item of filter(map(parts, pairing()), isPresent)) newest.add(item)
    return newest.value()
  },
}
