/**
 * Every job by name. Each is loaded in the process that does it, and nowhere else.
 *
 * @module
 */
import type { Job } from './job.ts'

/** A job's name. */
export type JobName =
  | 'nothing'
  | 'conversation'
  | 'activity'
  | 'overview'
  | 'overview-observed'
  | 'overview-in-terminal'
  | 'overview-parse-all'
  | 'tail'
  | 'reader-asked'
  | 'reader-all'
  | 'stage'
  | 'bar'
  | 'reread'
  | 'door'
  | 'floor'
  | 'zstd-frames'
  | 'readline-parse'
  | 'readline-views'
  | 'readline-skip-views'
  | 'generators'
  | 'ix'
  | 'object-streams'
  | 'split2'
  | 'streaming-iterables'
  | 'effect'
  | 'rxjs'
  | 'duckdb-file'
  | 'duckdb-table'
  | 'harness'
  | 'search'
  | 'search-harness'
  | 'jq'

export const jobs: Readonly<Record<JobName, () => Promise<Job>>> = {
  nothing: async () => (await import('./ours.ts')).nothing,
  conversation: async () => (await import('./ours.ts')).conversationJob,
  activity: async () => (await import('./ours.ts')).activityJob,
  overview: async () => (await import('./ours.ts')).overviewJob,
  'overview-observed': async () => (await import('./ours.ts')).overviewObserved,
  'overview-in-terminal': async () => (await import('./ours.ts')).overviewInTerminal,
  'overview-parse-all': async () => (await import('./ours.ts')).overviewParseAll,
  tail: async () => (await import('./tail.ts')).tail,
  'reader-asked': async () => (await import('./ours.ts')).readerAsked,
  'reader-all': async () => (await import('./ours.ts')).readerAll,
  stage: async () => (await import('./stage-cost.ts')).stageCost,
  bar: async () => (await import('./bar-cost.ts')).barCost,
  reread: async () => (await import('./reread.ts')).reread,
  door: async () => (await import('./door-cost.ts')).doorCost,
  floor: async () => (await import('./floor.ts')).floor,
  'zstd-frames': async () => (await import('./zstd-frames.ts')).zstdFrames,
  'readline-parse': async () => (await import('./readline.ts')).readlineParse,
  'readline-views': async () => (await import('./readline.ts')).readlineViews,
  'readline-skip-views': async () => (await import('./readline.ts')).readlineSkipViews,
  generators: async () => (await import('./generators.ts')).generators,
  ix: async () => (await import('./ix.ts')).ix,
  'object-streams': async () => (await import('./object-streams.ts')).objectStreams,
  split2: async () => (await import('./split2.ts')).split2,
  'streaming-iterables': async () => (await import('./streaming-iterables.ts')).streamingIterables,
  effect: async () => (await import('./effect.ts')).effect,
  rxjs: async () => (await import('./rxjs.ts')).rxjs,
  'duckdb-file': async () => (await import('./duckdb.ts')).duckdbFile,
  'duckdb-table': async () => (await import('./duckdb.ts')).duckdbTable,
  harness: async () => (await import('./harness.ts')).harness,
  search: async () => (await import('./search.ts')).search,
  'search-harness': async () => (await import('./search.ts')).searchHarness,
  jq: async () => (await import('./jq.ts')).jq,
}
