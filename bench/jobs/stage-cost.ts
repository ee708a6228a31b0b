/**
 * What one stage costs per item at several batch sizes: the stage and its driver over batches that are there already.
 *
 * @module
 */
import { collect, pipe, type AnyStage, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { nsPerItem, type Cost, type Way } from '../measure/loop.ts'
import { cut, drain, ready } from './batches.ts'
import type { Job } from './job.ts'
import { stageRows } from './stage-rows.ts'

/** Batch sizes, as the keys of the figures. */
export const batchSizes = ['1', '64', '512', '4096'] as const

/** What one row came to. */
export interface StageCost {
  readonly itemsIn: number
  readonly itemsOut: number
  /** Per item in, by batch size; absent when there are too few items to say. */
  readonly ns?: Readonly<Record<(typeof batchSizes)[number], Cost>>
}

const rounds = 9
const leastItems = 100

/** `detail` is the row's name, and behind a bar whether it is fed `every` event or those it `reads`. */
export const stageCost: Job = {
  async run({ path }, detail): Promise<StageCost> {
    const [name = '', feed] = detail.split('|')
    const row = stageRows.get(name)
    if (row === undefined) throw new RangeError(`no stage row ${name}`)
    const events = await collect(pipe((await openLog(path)).read))
    const order = row.backwards ? events.toReversed() : events
    const items = await fed(order, row.after?.(), feed === 'reads' ? row.make().reads : undefined)
    const stage = onItems(row.make())
    const way = (size: number): Way => {
      const batches = cut(items, size)
      return () => drain(stage(ready(batches)))
    }
    const ways = Object.fromEntries(batchSizes.map((size) => [size, way(Number(size))])) as Record<string, Way>
    const itemsIn = items.length
    const itemsOut = await drain(stage(ready([items])))
    if (itemsIn < leastItems) return { itemsIn, itemsOut }
    return { itemsIn, itemsOut, ns: (await nsPerItem(ways, itemsIn, rounds)) as NonNullable<StageCost['ns']> }
  },
}

function fed(events: readonly LogEvent[], after?: AnyStage, reads?: readonly string[]): Promise<readonly unknown[]> {
  const wanted = reads === undefined ? events : events.filter(({ type }) => reads.includes(type))
  return after === undefined ? Promise.resolve(wanted) : collect(onItems(after)(ready(cut(wanted, 512))))
}

/** The rows say what each stage is fed with, and that is what it takes. */
export const onItems = (stage: AnyStage): Stage<unknown, unknown> => stage as Stage<unknown, unknown>
