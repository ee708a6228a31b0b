/**
 * Whom the overview is compared with, what each of them does, and how much faster ours shall be.
 *
 * @module
 */
import type { JobName } from '../jobs/index.ts'

/** One way to get something out of a log. */
export interface PeerRow {
  readonly name: string
  readonly job: JobName
  /** What it does of what the overview does. */
  readonly does: string
  /** Peers that say the same here must come to the same value. */
  readonly value?: 'overview' | 'small job'
  /** Least ratio to ours that is wanted, in CPU time as in wall time. */
  readonly wanted?: number
}

/** Ours, with everything on. */
export const ours: PeerRow = { name: 'overview (ours)', job: 'overview', does: 'all of it', value: 'overview' }

const smallJob = 'less: the small job'

/** Peers on a plain log. A further one is a job and a line here. */
export const plainPeers: readonly PeerRow[] = [
  { name: 'floor', job: 'floor', does: 'less: reads 1 MiB blocks, finds line ends', wanted: 1 / 5.5 },
  { name: 'readline + JSON.parse', job: 'readline-parse', does: 'less: parses every line, nothing else', wanted: 3 },
  { name: 'overview, every record parsed', job: 'overview-parse-all', does: 'all of it', value: 'overview' },
  {
    name: 'readline + line heads + the same view',
    job: 'readline-skip-views',
    does: 'less: sees no damage, needs the writer’s key order',
    value: 'overview',
  },
  {
    name: 'readline + JSON.parse + the same view',
    job: 'readline-views',
    does: 'less: sees no damage',
    value: 'overview',
  },
  { name: 'async generators', job: 'generators', does: smallJob, value: 'small job' },
  { name: 'Node object streams', job: 'object-streams', does: smallJob, value: 'small job' },
  { name: 'ix, item by item', job: 'ix', does: smallJob, value: 'small job', wanted: 10 },
  { name: 'jq', job: 'jq', does: 'less: filters four types, prints seqs', wanted: 12 },
  {
    name: 'harness readSession + the same view',
    job: 'harness',
    does: 'all of it; refuses damaged logs',
    value: 'overview',
    wanted: 25,
  },
]

/** Peers on the same log as the harness stores it by default. */
export const zstdPeers: readonly PeerRow[] = [
  {
    name: 'zstdDecompressSync, frame by frame',
    job: 'zstd-frames',
    does: 'less: decodes, looks at nothing',
    wanted: 1 / 2.3,
  },
  {
    name: 'harness readSession + the same view',
    job: 'harness',
    does: 'all of it; refuses damaged logs',
    value: 'overview',
  },
]

/** What the words in the column mean. */
export const doesNote =
  'The small job: newest messages and finished calls, as one writes it by hand; no replaces, turns, title, damage, byte budgets or hygiene.'

/** Ways that would belong here and are not run, and why. */
export const notRun: readonly string[] = [
  'split2, streaming-iterables, Effect Stream, rxjs: not run, no dependency of this project has them.',
  'DuckDB: not run, it needs a program this project does not install.',
]
