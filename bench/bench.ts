/**
 * What a part is given to measure with.
 *
 * @module
 */
import type { JobName } from './jobs/index.ts'
import { isDone, type BenchLog, type Layout, type Result, type Sample } from './jobs/job.ts'
import { fresh, type FreshOptions } from './measure/fresh.ts'
import { takeRounds, type Samples } from './measure/rounds.ts'
import type { Table } from './report/table.ts'
import type { Workplace } from './workplace.ts'

/** One part of the bench; runs alone by its name. */
export interface Part {
  readonly name: string
  /** In a few words, for `--help`. */
  readonly says: string
  run(bench: Bench): Promise<readonly Table[]>
}

/** How much is measured. */
export interface BenchOptions {
  readonly isQuick: boolean
  /** Only rows with this text in their name, and what they are compared with. */
  readonly only: string | undefined
}

/** A job to do in a fresh process, with a name for its row. */
export interface Case extends FreshOptions {
  readonly job: JobName
  readonly log: BenchLog
  readonly detail?: string
}

/** Measures, in the folder of one run. */
export class Bench {
  readonly isQuick: boolean
  readonly #only: string | undefined
  readonly #place: Workplace
  readonly #say: (progress: string) => void

  constructor(place: Workplace, { isQuick, only }: BenchOptions, say: (progress: string) => void) {
    this.#place = place
    this.isQuick = isQuick
    this.#only = only
    this.#say = say
  }

  /** Numbers of events of the logs, smallest first. */
  get sizes(): readonly number[] {
    return this.isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]
  }

  get largest(): number {
    return this.sizes.at(-1) as number
  }

  get rounds(): number {
    return this.isQuick ? 3 : 5
  }

  log(events: number, layout?: Layout): Promise<BenchLog> {
    return this.#place.log(events, layout)
  }

  /** Whether a row was asked for. */
  wants(row: string): boolean {
    return this.#only === undefined || row.includes(this.#only)
  }

  /** Does one case once. */
  take({ job, log, detail = '', flags = [] }: Case): Promise<Result> {
    this.#say(`${job} ${detail} ${log.layout} ${log.events}`)
    return fresh(this.#place.build, { job, log, detail }, { flags })
  }

  /** Does all cases once per round; cases whose log this version does not read are left out. */
  async inRounds(cases: ReadonlyMap<string, Case>): Promise<Samples<string, Sample>> {
    const taken = await takeRounds(this.rounds, [...cases.keys()], (name) => this.take(cases.get(name) as Case))
    return new Map([...taken].filter(([, results]) => results.every(isDone)) as [string, Sample[]][])
  }
}
