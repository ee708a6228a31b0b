/**
 * Nanoseconds per item for each stage, by batch size.
 *
 * @module
 */
import type { Bench, Part } from '../bench.ts'
import { isDone } from '../jobs/job.ts'
import { batchSizes, type StageCost } from '../jobs/stage-cost.ts'
import { stageRows } from '../jobs/stage-rows.ts'
import type { Cell, Table } from '../report/table.ts'
import { stageBars } from './stage-bars.ts'

/** Events each stage is fed with; more would only take longer. */
const events = 100_000

export const stages: Part = {
  name: 'stages',
  says: 'nanoseconds per item for each stage, batches of 1, 64, 512 and 4096',
  async run(bench): Promise<readonly Table[]> {
    const log = await bench.log(events)
    const table = async (feed: 'every' | 'reads', title: string, notes: readonly string[]): Promise<Table> => {
      const rows: Cell[][] = []
      for (const [name, { make, after }] of stageRows) {
        const choosesTypes = after === undefined && make().reads !== undefined
        if (!bench.wants(name) || (feed === 'every' && !choosesTypes)) continue
        rows.push([name, ...(await costs(bench, { job: 'stage', log, detail: `${name}|${feed}` }))])
      }
      const sizes = batchSizes.map((size) => `batches of ${size}`)
      const columns = ['stage', 'items in', 'items out', ...sizes, 'wall, batches of 512']
      return { title, command: 'npm run bench -- stages', columns, rows, notes }
    }
    const shown = events.toLocaleString('en-US')
    return [
      await stageBars(bench, log),
      await table('reads', 'Each stage, fed with what it reads: nanoseconds of CPU time per item in', [
        'A stage that takes what other stages yield is fed with that; one that does not say what it reads, with every event.',
        `Events of a generated log of ${shown}, in memory; one warm process per row; the stage and its driver, nothing else.`,
        'Not measured where the log has fewer than 100 items for a stage.',
      ]),
      await table('every', 'Each stage, fed with every event: nanoseconds of CPU time per event', [
        'What it costs to drop events one by one that a reader, asked, would not have shown.',
      ]),
    ]
  },
}

async function costs(bench: Bench, request: Parameters<Bench['take']>[0]): Promise<Cell[]> {
  const result = await bench.take(request)
  if (!isDone(result)) throw new Error(result.refused)
  const { itemsIn, itemsOut, ns } = result.value as StageCost
  if (ns === undefined) return [itemsIn, itemsOut]
  return [itemsIn, itemsOut, ...batchSizes.map((size) => ns[size].cpu), ns[512].wall]
}
