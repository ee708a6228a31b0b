/**
 * Peak memory on small and large logs, in fresh processes with a small heap.
 *
 * @module
 */
import type { Bench, Case, Part } from '../bench.ts'
import type { JobName } from '../jobs/index.ts'
import type { BenchLog, Layout } from '../jobs/job.ts'
import { figureOf, type Figure } from '../measure/figure.ts'
import { verdictOn, type Cell, type Table } from '../report/table.ts'

const flags = ['--max-old-space-size=64']

interface MemoryRow {
  readonly name: string
  readonly job: JobName
  readonly layout: Layout
  /** Highest peak that is wanted on a large log, in MiB; it shall not grow by more than {@link mostGrowth} from a small one. */
  readonly mostPeak?: number
}

const mostGrowth = 15

const rows: readonly MemoryRow[] = [
  { name: 'nothing: the process with all of ours loaded', job: 'nothing', layout: 'plain' },
  { name: 'reader, what overview reads', job: 'reader-asked', layout: 'plain' },
  { name: 'conversation', job: 'conversation', layout: 'plain', mostPeak: 90 },
  { name: 'activity', job: 'activity', layout: 'plain', mostPeak: 90 },
  { name: 'overview', job: 'overview', layout: 'plain', mostPeak: 90 },
  { name: 'overview, packed rows', job: 'overview', layout: 'packed', mostPeak: 90 },
  { name: 'overview, zstd', job: 'overview', layout: 'zstd', mostPeak: 110 },
  { name: 'activity, messages of 100 kB', job: 'activity', layout: 'large', mostPeak: 90 },
  { name: 'overview, messages of 100 kB', job: 'overview', layout: 'large', mostPeak: 90 },
  { name: 'overview in the terminal, messages of 100 kB', job: 'overview-in-terminal', layout: 'large', mostPeak: 90 },
  { name: 'readline + JSON.parse', job: 'readline-parse', layout: 'plain' },
]

/** Messages of 100 kB that make a file as large as so many ordinary events. */
const eventsOf = (layout: Layout, events: number): number => (layout === 'large' ? events / 400 : events)

export const memory: Part = {
  name: 'memory',
  says: 'peak memory at 10k and 1M events under --max-old-space-size=64',
  async run(bench): Promise<readonly Table[]> {
    const [small, large] = [bench.sizes[0] as number, bench.largest]
    const cells: Cell[][] = []
    for (const row of rows.filter(({ name }) => bench.wants(name))) {
      const logs = [await logOf(bench, row, small), await logOf(bench, row, large)] as const
      const peaks = await peaksOf(bench, row, logs)
      const sizes = logs.map(({ bytes }) => bytes / 1e6)
      const figures =
        peaks === undefined ? ['not read by this version', null, null, null] : [...peaks, verdict(row, peaks)]
      cells.push([row.name, ...sizes, ...figures])
    }
    return [
      {
        title: `Peak memory, ${small.toLocaleString('en-US')} and ${large.toLocaleString('en-US')} events`,
        command: 'npm run bench -- memory',
        columns: ['what', 'small file MB', 'large file MB', 'small: peak MB', 'large: peak MB', 'growth MB', 'wanted'],
        rows: cells,
        notes: [
          `Each sample is the peak resident memory of a fresh \`node ${flags.join(' ')}\`, its start included.`,
          'The terminal also bounds the part of the heap where short-lived objects are born; a library cannot do that to its host.',
        ],
      },
    ]
  },
}

/** Whether a row is as small as it is wanted. */
function verdict({ mostPeak }: MemoryRow, [, large, growth]: readonly [Figure, Figure, Figure]): Cell {
  if (mostPeak === undefined) return null
  const isMet = large.median <= mostPeak && growth.median <= mostGrowth
  return verdictOn(`≤ ${mostPeak}, growth ≤ ${mostGrowth}`, isMet)
}

const logOf = (bench: Bench, { layout }: MemoryRow, events: number): Promise<BenchLog> =>
  bench.log(eventsOf(layout, events), layout)

async function peaksOf(
  bench: Bench,
  { job }: MemoryRow,
  [small, large]: readonly [BenchLog, BenchLog],
): Promise<[Figure, Figure, Figure] | undefined> {
  const cases: [string, Case][] = [
    ['small', { job, log: small, flags }],
    ['large', { job, log: large, flags }],
  ]
  const samples = await bench.inRounds(new Map(cases))
  const peaks = (name: string): number[] => (samples.get(name) ?? []).map(({ peakMb }) => peakMb)
  const [least, most] = [peaks('small'), peaks('large')]
  if (least.length === 0) return undefined
  return [figureOf(least), figureOf(most), figureOf(most.map((peak, round) => peak - (least[round] ?? 0)))]
}
