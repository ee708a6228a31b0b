/**
 * The small job with the functions of streaming-iterables, item by item.
 *
 * @module
 */
import { peerPackage } from '../peers/peer-package.ts'
import type { Job } from './job.ts'
import { recordLines } from './lines.ts'
import { isPresent, isWanted, Newest, pairing, partOf, type Done, type Parsed, type Said } from './newest.ts'

interface StreamingIterables {
  readonly filter: (keeps: (item: Parsed) => boolean) => (items: AsyncIterable<Parsed>) => AsyncIterable<Parsed>
  readonly map: (step: (item: Parsed) => unknown) => (items: AsyncIterable<Parsed>) => AsyncIterable<Parsed>
  readonly pipeline: (
    source: () => AsyncIterable<string>,
    ...steps: readonly ((items: AsyncIterable<Parsed>) => AsyncIterable<Parsed>)[]
  ) => AsyncIterable<Said | Done>
}

let library: StreamingIterables

export const streamingIterables: Job = {
  async prepare() {
    library = await peerPackage<StreamingIterables>('streaming-iterables')
  },
  async run({ path }) {
    const { filter, map, pipeline } = library
    const items = pipeline(
      () => recordLines(path),
      map((line): Parsed => JSON.parse(line)),
      filter(isWanted),
      map(partOf),
      filter(isPresent),
      map(pairing()),
      filter(isPresent),
    )
    const newest = new Newest()
    for await (const item of items) newest.add(item)
    return newest.value()
  },
}
