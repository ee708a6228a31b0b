/**
 * The views on logs of three sizes, and what each stage costs inside the overview.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { JobName } from '../jobs/index.ts'
import type { Layout } from '../jobs/job.ts'
import type { Cell, Table } from '../report/table.ts'
import { sampleCells, sampleColumns } from '../report/sample-cells.ts'
import { inside } from './inside-view.ts'

const jobs: readonly (readonly [name: string, job: JobName])[] = [
  ['reader, every event', 'reader-all'],
  ['reader, what overview reads', 'reader-asked'],
  ['conversation', 'conversation'],
  ['activity', 'activity'],
  ['overview', 'overview'],
]

const layouts: readonly (readonly [Layout, string])[] = [
  ['plain', 'one event a line'],
  ['packed', 'packed rows'],
  ['zstd', 'packed rows in zstd frames, as the harness writes by default'],
]

export const views: Part = {
  name: 'views',
  says: 'conversation, activity and overview of a file; what each stage costs in it',
  async run(bench): Promise<readonly Table[]> {
    const tables: Table[] = []
    for (const [layout, says] of layouts) tables.push(await table(bench, layout, says))
    tables.push(await inside(bench))
    return tables
  },
}

async function table(bench: Bench, layout: Layout, says: string): Promise<Table> {
  const rows: Cell[][] = []
  const unread = new Set<string>()
  for (const events of bench.sizes) {
    const log = await bench.log(events, layout)
    const wanted = jobs.filter(([name]) => bench.wants(name))
    const samples = await bench.inRounds(new Map(wanted.map(([name, job]): [string, Case] => [name, { job, log }])))
    for (const [name] of wanted) {
      const taken = samples.get(name)
      if (taken === undefined) unread.add(name)
      else rows.push([name, events, log.bytes / 1e6, ...sampleCells(taken, log)])
    }
  }
  return {
    title: `Views of a log: ${says}`,
    command: 'npm run bench -- views',
    columns: ['what', 'events', 'file MB', ...sampleColumns],
    rows,
    notes: unread.size === 0 ? [] : ['This version does not read such logs: nothing was measured.'],
  }
}
