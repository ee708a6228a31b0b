/**
 * What a fresh process may be asked to do, and what it answers.
 *
 * @module
 */
import type { JobName } from './index.ts'

/** How a generated log is stored. `zstd-varied`: its text packs less well. `large`: few messages of 100 kB each. */
export type Layout = 'plain' | 'packed' | 'zstd' | 'zstd-varied' | 'large'

/** A generated log on disk. */
export interface BenchLog {
  readonly path: string
  readonly layout: Layout
  readonly events: number
  readonly seed: number
  readonly bytes: number
}

/** One thing to do with a log. */
export interface Job {
  /** Whatever the job needs before the clock starts. */
  prepare?(log: BenchLog): Promise<void>
  /** The work. What it returns is compared with what others return who claim to do the same. */
  run(log: BenchLog, detail: string): unknown
}

/** What is asked of a fresh process. */
export interface Request {
  readonly job: JobName
  readonly log: BenchLog
  /** For jobs that are a family: which of them. */
  readonly detail: string
}

/** What one run took. */
export interface Sample {
  readonly wallMs: number
  /** User and system time of all threads, children included. */
  readonly cpuMs: number
  /** Peak resident memory of the whole process, its start included, in MiB. */
  readonly peakMb: number
  /** Equal for equal values. */
  readonly digest: string
  readonly value: unknown
}

/** A sample, or the reason why this version does not read such a log. */
export type Result = Sample | { readonly refused: string }

/** Whether the job was done. */
export const isDone = (result: Result): result is Sample => 'wallMs' in result
