/**
 * Finding what was said in many sessions.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { SearchCost } from '../jobs/search.ts'
import { figureOf } from '../measure/figure.ts'
import type { Cell, Table } from '../report/table.ts'

interface Row {
  readonly name: string
  readonly job: 'search' | 'search-harness'
  readonly detail?: string
}

const rows: readonly Row[] = [
  { name: 'scan', job: 'search', detail: 'scan' },
  { name: 'index', job: 'search', detail: 'index' },
  { name: "harness's engine, in memory", job: 'search-harness' },
]

export const search: Part = {
  name: 'search',
  says: 'finding in many sessions: scan, index, and the engine of the harness',
  async run(bench): Promise<readonly Table[]> {
    const events = bench.sizes.filter((size) => size >= 100_000)
    const cells: Cell[][] = []
    for (const size of events) cells.push(...(await rowsOf(bench, size)))
    return [
      {
        title: 'Finding in many sessions of 4,000 events',
        command: 'npm run bench -- search',
        columns: [
          'what',
          'logs MB',
          'first search MB/s',
          'query p50 ms',
          'query p95 ms',
          'newest 20 hits ms',
          'after an append ms',
          'index MB',
          'sessions with 检查',
          'peak MB',
        ],
        rows: cells,
        notes: [
          'The first search of a fresh process looks for words that are nowhere: it scans everything, or indexes everything.',
          'Every search lists the store again and looks whether any log has grown. At most 20 sessions are returned.',
          'The tokenizer of the harness takes a run of Chinese for one word, so it finds less: docs/memory.md.',
        ],
      },
    ]
  },
}

async function rowsOf(bench: Bench, events: number): Promise<Cell[][]> {
  // Only its place and its number of events matter: the sessions stand in a folder beside it.
  const log = { ...(await bench.log(10_000)), events }
  const wanted = rows.filter(({ name }) => bench.wants(name))
  const cases = new Map(wanted.map(({ name, ...row }) => [name, { ...row, log } satisfies Case]))
  const samples = await bench.inRounds(cases)
  return wanted.map(({ name }) => {
    const taken = samples.get(name) ?? []
    const costs = taken.map(({ value }) => value as SearchCost)
    const figure = (of: (cost: SearchCost) => number) => figureOf(costs.map(of))
    const [first] = costs
    if (first === undefined) return [name, null]
    return [
      name,
      first.bytes / 1e6,
      figure(({ bytes, firstMs }) => bytes / 1e3 / firstMs),
      figure(({ queryMs }) => quantile(queryMs, 0.5)),
      figure(({ queryMs }) => quantile(queryMs, 0.95)),
      figure(({ newestMs }) => newestMs),
      figure(({ appendMs }) => appendMs),
      first.indexBytes === 0 ? null : first.indexBytes / 1e6,
      first.chinese,
      figureOf(taken.map(({ peakMb }) => peakMb)),
    ]
  })
}

const quantile = (samples: readonly number[], part: number): number =>
  samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * part) - 1] ?? 0
