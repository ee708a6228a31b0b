/**
 * What each stage costs inside the overview, as `observe` sees it, beside the reader alone.
 *
 * @module
 */
import type { Bench, Case } from '../bench.ts'
import type { ObservedView } from '../jobs/ours.ts'
import { figureOf } from '../measure/figure.ts'
import { ratioOf } from '../measure/rounds.ts'
import type { Cell, Table } from '../report/table.ts'

const [reader, view, observed] = ['reader alone', 'overview', 'overview, observed']

/** The table of the largest plain log. */
export async function inside(bench: Bench): Promise<Table> {
  const log = await bench.log(bench.largest)
  const cases: [string, Case][] = [
    [reader, { job: 'reader-asked', log }],
    [view, { job: 'overview', log }],
    [observed, { job: 'overview-observed', log }],
  ]
  const samples = await bench.inRounds(new Map(cases))
  const of = (name: string) => samples.get(name) ?? []
  const runs = of(observed).map(({ value, wallMs }) => ({ parts: (value as ObservedView).parts, wallMs }))
  const rows = (runs[0]?.parts ?? []).map(({ stageName, itemsIn, itemsOut }, at): Cell[] => {
    const times = runs.map(({ parts, wallMs }) => ({ ms: parts[at]?.timeMs ?? 0, wallMs }))
    const ms = figureOf(times.map((time) => time.ms))
    const share = figureOf(times.map((time) => (100 * time.ms) / time.wallMs)).median
    return [stageName, itemsIn, itemsOut, ms, (ms.median * 1e6) / Math.max(1, itemsIn), share]
  })
  const sums = runs.map(({ parts, wallMs }) => {
    const ms = parts.reduce((total, { timeMs }) => total + timeMs, 0)
    return { ms, share: (100 * ms) / wallMs }
  })
  const sumShare = figureOf(sums.map(({ share }) => share)).median
  const whole = (name: string): Cell[] => {
    const share = 100 * ratioOf(of(name), of(observed), ({ cpuMs }) => cpuMs).median
    return [`${name}: CPU time`, null, null, figureOf(of(name).map(({ cpuMs }) => cpuMs)), null, share]
  }
  const readerShare = 100 * ratioOf(of(reader), of(observed), ({ cpuMs }) => cpuMs).median
  const explained = Math.round((100 * sumShare) / (100 - readerShare))
  return {
    title: `Inside the overview: ${bench.largest.toLocaleString('en-US')} events, one a line`,
    command: 'npm run bench -- views',
    columns: ['part', 'items in', 'items out', 'ms', 'ns/item in', '% of the observed view'],
    rows: [
      ...rows,
      ['all stages', null, null, figureOf(sums.map(({ ms }) => ms)), null, sumShare],
      ...[reader, observed, view].map(whole),
    ],
    notes: [
      'A stage’s share is of the wall time of the run it was observed in; that of whole runs is of CPU time in the same round.',
      `All stages together are ${explained} % of what the observed view takes beyond the reader alone; the rest is handing batches on, collecting garbage and observing.`,
    ],
  }
}
