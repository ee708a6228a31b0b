/**
 * The small job with the operators of rxjs, item by item.
 *
 * @module
 */
import { peerPackage } from '../peers/peer-package.ts'
import type { Job } from './job.ts'
import { recordLines } from './lines.ts'
import { isPresent, isWanted, Newest, pairing, partOf, type Parsed } from './newest.ts'

type Step = (items: Observable) => Observable
interface Observable {
  pipe(...steps: readonly Step[]): Observable
  forEach(take: (item: Parsed) => void): Promise<void>
}
interface Rxjs {
  readonly from: (items: AsyncIterable<string>) => Observable
  readonly map: (step: (item: Parsed) => unknown) => Step
  readonly filter: (keeps: (item: Parsed) => boolean) => Step
}

let library: Rxjs

export const rxjs: Job = {
  async prepare() {
    library = await peerPackage<Rxjs>('rxjs')
  },
  async run({ path }) {
    const { filter, from, map } = library
    const items = from(recordLines(path)).pipe(
      map((line): Parsed => JSON.parse(line)),
      filter(isWanted),
      map(partOf),
      filter(isPresent),
      map(pairing()),
      filter(isPresent),
    )
    const newest = new Newest()
    await items.forEach((item) => newest.add(item))
    return newest.value()
  },
}
