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
  /** What must be there that `npm ci` does not bring. */
  readonly needs?: 'jq' | 'peers'
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
  { name: 'split2, Node object streams', job: 'split2', does: smallJob, value: 'small job', needs: 'peers' },
  { name: 'rxjs', job: 'rxjs', does: smallJob, value: 'small job', needs: 'peers' },
  { name: 'streaming-iterables', job: 'streaming-iterables', does: smallJob, value: 'small job', needs: 'peers' },
  { name: 'Effect Stream', job: 'effect', does: smallJob, value: 'small job', needs: 'peers' },
  { name: 'ix, item by item', job: 'ix', does: smallJob, value: 'small job', wanted: 10 },
  { name: 'jq', job: 'jq', does: 'less: filters four types, prints seqs', wanted: 12, needs: 'jq' },
  {
    name: 'DuckDB, the log loaded as a table',
    job: 'duckdb-table',
    does: smallJob,
    value: 'small job',
    wanted: 2,
    needs: 'peers',
  },
  {
    name: 'DuckDB, one query over the file',
    job: 'duckdb-file',
    does: smallJob,
    value: 'small job',
    wanted: 2,
    needs: 'peers',
  },
  {
    name: 'harness readSession + the same view',
    job: 'harness',
    does: 'all of it; refuses damaged logs',
    value: 'overview',
    wanted: 25,
  },
]

/** The floor of a zstd log. */
export const zstdFloor: PeerRow = {
  name: 'zstdDecompressSync, frame by frame',
  job: 'zstd-frames',
  does: 'less: decodes, looks at nothing',
  wanted: 1 / 2.3,
}

/** Peers on the same log as the harness stores it by default. */
export const zstdPeers: readonly PeerRow[] = [
  zstdFloor,
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

/** Why a row is not run, in words. */
export const notRun: Readonly<Record<NonNullable<PeerRow['needs']>, string>> = {
  jq: 'not run: it is not on the PATH.',
  peers: 'not run: `npm ci` in bench/peers first.',
}
