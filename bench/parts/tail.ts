/**
 * The newest messages without the log before them.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { Layout } from '../jobs/job.ts'
import type { TailCost } from '../jobs/tail.ts'
import { figureOf } from '../measure/figure.ts'
import type { Cell, Table } from '../report/table.ts'

const layouts: readonly Layout[] = ['plain', 'packed', 'zstd']

export const tail: Part = {
  name: 'tail',
  says: 'the newest eight messages, read from the end',
  async run(bench): Promise<readonly Table[]> {
    const rows: Cell[][] = []
    for (const layout of layouts.filter((name) => bench.wants(name))) {
      for (const events of bench.sizes) rows.push(await row(bench, layout, events))
    }
    return [
      {
        title: 'The newest eight messages, read from the end',
        command: 'npm run bench -- tail',
        columns: ['log', 'events', 'file MB', 'read MB', 'first call ms', 'warm call ms'],
        rows,
        notes: ['The first call is that of a fresh process. The messages are checked against the full read.'],
      },
    ]
  },
}

async function row(bench: Bench, layout: Layout, events: number): Promise<Cell[]> {
  const log = await bench.log(events, layout)
  const samples = await bench.inRounds(new Map([[layout, { job: 'tail', log } satisfies Case]]))
  const costs = (samples.get(layout) ?? []).map(({ value }) => value as TailCost)
  if (costs.length === 0) return [layout, events, log.bytes / 1e6, null, null, null]
  return [
    layout,
    events,
    log.bytes / 1e6,
    (costs[0]?.bytesRead ?? 0) / 1e6,
    figureOf(costs.map(({ firstMs }) => firstMs)),
    figureOf(costs.map(({ warmMs }) => warmMs)),
  ]
}
