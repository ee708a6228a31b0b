/**
 * The small job with the operators of ix, item by item.
 *
 * @module
 */
import { from } from 'ix/asynciterable'
import { filter, map } from 'ix/asynciterable/operators'
import type { Job } from './job.ts'
import { recordLines } from './lines.ts'
import { isPresent, isWanted, Newest, pairing, partOf, type Parsed } from './newest.ts'

export const ix: Job = {
  async run({ path }) {
    const items = from(recordLines(path)).pipe(
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
