/**
 * Re-reads of a log that has grown, beside cold reads.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { Layout } from '../jobs/job.ts'
import { appended, type RereadCost } from '../jobs/reread.ts'
import { figureOf, type Figure } from '../measure/figure.ts'
import { verdictOn, type Cell, type Table } from '../report/table.ts'

const layouts: readonly Layout[] = ['plain', 'zstd']
/** Least ratio of a cold read to a re-read that is wanted, and most that four times the length may cost. */
const [leastRatio, mostGrowth] = [500, 1.5]

export const reread: Part = {
  name: 're-read',
  says: `a re-read after ${appended} appended events beside a cold read`,
  async run(bench): Promise<readonly Table[]> {
    const sizes = bench.isQuick ? bench.sizes : [100_000, 1_000_000, 4_000_000]
    const rows: Cell[][] = []
    const notes = ['After every append the value is that of a cold read, checked at the last one.']
    for (const layout of layouts.filter((name) => bench.wants(name))) {
      const medians: number[] = []
      for (const events of sizes) {
        const { cells, again } = await row(bench, layout, events)
        rows.push(cells)
        medians.push(again.median)
      }
      const [shorter = 0, longer = 0] = medians.slice(-2)
      const growth = longer / shorter
      const [from, to] = sizes.slice(-2).map((size) => size.toLocaleString('en-US'))
      const verdict = verdictOn(`wanted ≤ ${mostGrowth}`, growth <= mostGrowth)
      notes.push(`${layout}: a re-read of ${to} events takes ${growth.toFixed(2)} times that of ${from}; ${verdict}.`)
    }
    return [
      {
        title: `Cold read against re-read after ${appended} appended events: overview`,
        command: 'npm run bench -- re-read',
        columns: ['log', 'events', 'file MB', 'cold ms', 're-read ms', 'cold / re-read', 'wanted'],
        rows,
        notes,
      },
    ]
  },
}

async function row(bench: Bench, layout: Layout, events: number): Promise<{ cells: Cell[]; again: Figure }> {
  const log = await bench.log(events, layout)
  const samples = await bench.inRounds(new Map([[layout, { job: 'reread', log } satisfies Case]]))
  const costs = (samples.get(layout) ?? []).map(({ value }) => value as RereadCost)
  const again = figureOf(costs.flatMap(({ rereadMs }) => rereadMs))
  const ratio = figureOf(costs.map(({ coldMs, rereadMs }) => coldMs / figureOf(rereadMs).median))
  const cold = figureOf(costs.map(({ coldMs }) => coldMs))
  const wanted = verdictOn(`≥ ${leastRatio}`, ratio.median >= leastRatio)
  return { cells: [layout, events, log.bytes / 1e6, cold, again, ratio, wanted], again }
}
