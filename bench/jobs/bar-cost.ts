/**
 * What a stage costs over batches of 512 when its items are in the processor's cache, so that the stage is measured
 * and not the memory: a thousand items, side by side as a reader has just made them, over and over.
 *
 * @module
 */
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { nsPerItem, type Cost } from '../measure/loop.ts'
import { barRows } from './bar-rows.ts'
import { cut, drain, ready } from './batches.ts'
import type { Job } from './job.ts'
import { onItems } from './stage-cost.ts'

/** What one row came to. */
export interface BarCost {
  readonly items: number
  /** UTF-16 units of the texts of these items. */
  readonly units: number
  /** Nanoseconds per item. */
  readonly ns: Cost
}

/** Most items of the working set: with all they refer to, about a megabyte. */
export const mostItems = 1024
/** How often one run sees them: starting a stage is not what is measured. */
const turns = 8
const rounds = 15

/** `detail` is the row's name. */
export const barCost: Job = {
  async run({ path }, detail): Promise<BarCost> {
    const row = barRows.get(detail)
    if (row === undefined) throw new RangeError(`no bar ${detail}`)
    const { after, only = (): boolean => true } = row
    const events: readonly LogEvent[] = await collect(pipe((await openLog(path)).read))
    const all = after === undefined ? events : await collect(onItems(after())(ready(cut(events, 512))))
    // Made anew: picked out of a long log they would lie far apart, a page of memory for each.
    const items: unknown[] = JSON.parse(JSON.stringify(all.filter((item) => only(item as never)).slice(0, mostItems)))
    const batches = Array.from({ length: turns }, () => cut(items, 512)).flat()
    const stage = onItems(row.make())
    // What reading the log has left behind is cleared away first.
    globalThis.gc?.()
    const { cost } = await nsPerItem({ cost: () => drain(stage(ready(batches))) }, items.length * turns, rounds)
    const units = items.reduce((sum: number, item) => sum + ((item as { text?: string }).text?.length ?? 0), 0)
    return { items: items.length, units, ns: cost }
  },
}
