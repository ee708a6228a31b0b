/**
 * What stages may cost, and what they do.
 *
 * @module
 */
import type { Bench } from '../bench.ts'
import { mostItems, type BarCost } from '../jobs/bar-cost.ts'
import { bare, barRows } from '../jobs/bar-rows.ts'
import { isDone, type BenchLog } from '../jobs/job.ts'
import type { Figure } from '../measure/figure.ts'
import { verdictOn, type Cell, type Table } from '../report/table.ts'

/** The table, of stages that are fed with events of `log`. */
export async function stageBars(bench: Bench, log: BenchLog): Promise<Table> {
  const rows: Cell[][] = []
  let overhead = 0
  for (const [name, { per = 'item', isDropped = false, wanted }] of barRows) {
    if (name !== bare && !bench.wants(name)) continue
    const { items, units, ns } = await costOf(bench, log, name)
    const divisor = per === 'item' ? 1 : units / items
    const whole = scaled(ns.cpu, 0, divisor)
    const own = scaled(ns.cpu, isDropped ? 0 : overhead, divisor)
    if (name === bare) overhead = ns.cpu.median
    rows.push([name, items, per, whole, own, verdictOn(`≤ ${wanted}`, own.median <= wanted)])
  }
  return {
    title: 'What stages may cost: nanoseconds of CPU time, batches of 512',
    command: 'npm run bench -- stages',
    columns: ['stage', 'items', 'per', 'whole', 'own', 'wanted of its own'],
    rows,
    notes: [
      `At most ${mostItems.toLocaleString('en-US')} items, side by side, over and over, so that they stay in the processor’s cache: the tables below show what memory adds.`,
      'Its own cost is what it takes beyond the bare stage, which passes everything on; where all is dropped, the whole.',
    ],
  }
}

const scaled = ({ median, min, max }: Figure, less: number, divisor: number): Figure => ({
  median: (median - less) / divisor,
  min: (min - less) / divisor,
  max: (max - less) / divisor,
})

async function costOf(bench: Bench, log: BenchLog, detail: string): Promise<BarCost> {
  const result = await bench.take({ job: 'bar', log, detail, flags: ['--expose-gc'] })
  if (!isDone(result)) throw new Error(result.refused)
  return result.value as BarCost
}
