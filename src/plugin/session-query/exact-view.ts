/**
 * Runs a view over a stored log in one pass, as strictly as the harness opens it, and goes on from there next time.
 *
 * @module
 */
import type { Kernel, LogEvent, SessionHeader, Stage } from '../../pipeline/index.ts'
import { decodeEvent } from '../../pipeline/readers/dsh/envelope.ts'
import { generationOf } from '../../pipeline/readers/dsh/generation.ts'
import { packedType } from '../../pipeline/readers/dsh/packed-rows.ts'
import type { ByteSource } from '../../pipeline/readers/index.ts'
import { RecentlyUsed } from '../../corpus/recently-used.ts'
import { continues, revisionOf, type Revision } from '../../corpus/revision.ts'
import { logRun } from '../../corpus/stored/log-run.ts'
import type { ScanTaker } from '../../corpus/stored/log-scan.ts'
import type { LogState } from '../../corpus/stored/log-state.ts'
import type { LogPlace } from '../../corpus/stored/opened-log.ts'
import { checkClosers } from '../../corpus/stored/whole-closers.ts'
import { windowEvents } from '../../corpus/stored/window-scan.ts'
import { weightOf } from '../../corpus/weight.ts'

/** A view, and a name under which its state is kept. */
export interface KeptView<O> {
  /** Equal only for views that are made in the same way with the same options. */
  readonly key: string
  readonly stage: Stage<LogEvent, O>
}

/** What a view showed of a log. */
export interface ViewRead<O> {
  readonly session: SessionHeader
  /** Seq of the last event; `null` in a log without events. */
  readonly capturedThroughSeq: number | null
  readonly items: readonly O[]
}

interface Kept {
  readonly revision: Revision
  readonly state: LogState
  readonly saved: unknown
}

type Signal = AbortSignal | undefined

/** The views of one harness, with their states: at most 32, of at most 16 MiB together. */
export class ExactViews {
  readonly #kept = new RecentlyUsed<Kept>(32, 16 * 1024 * 1024)

  /**
   * Reads what is new since the same view was last run over the same file, which must still begin with what it held.
   *
   * @throws CorpusError for everything the harness refuses, and LogError; a StageError when the view fails.
   */
  async run<O>({ path, open }: LogPlace, { key, stage }: KeptView<O>, signal: Signal): Promise<ViewRead<O>> {
    const place = JSON.stringify([path, key])
    const kept = this.#kept.get(place)
    // It is changed by going on from it, so nobody else may.
    this.#kept.delete(place)
    const source = await open(path)
    try {
      const known = kept !== undefined && (await continues(source, kept.revision)) ? kept : undefined
      const revision = await revisionOf(source, known?.revision)
      const kernel = stage.start(known?.saved)
      const run = new ViewRun(source, stage, kernel, signal)
      const { read, state, saved } = await run.from(known?.state)
      await source.verify?.()
      if (saved !== undefined && revision !== undefined) {
        this.#kept.set(place, { revision, state, saved: saved.state }, state.bytes + weightOf(saved.state))
      }
      return read
    } finally {
      await source.close()
    }
  }
}

const generation = generationOf(0)

/** How a pass ended. */
interface ViewRunEnd<O> {
  readonly read: ViewRead<O>
  readonly state: LogState
  /** What the kernel knows of the file, when a later read can go on there. */
  readonly saved: { readonly state: unknown } | undefined
}

/** One pass of one view. */
class ViewRun<O> {
  readonly #source: ByteSource
  readonly #kernel: Kernel<LogEvent, O>
  readonly #wanted: ReadonlySet<string> | undefined
  readonly #signal: Signal
  readonly #items: O[] = []
  #hasStopped = false

  constructor(source: ByteSource, { reads }: Stage<LogEvent, O>, kernel: Kernel<LogEvent, O>, signal: Signal) {
    this.#source = source
    this.#kernel = kernel
    this.#wanted = reads && new Set(reads)
    this.#signal = signal
  }

  /** @param known - the state of the log from which on it is read; absent: from its beginning. */
  async from(known: LogState | undefined): Promise<ViewRunEnd<O>> {
    let batch: LogEvent[] = []
    const wantsDeltas = this.#isWanted(packedType)
    const taker: ScanTaker = {
      wantsDeltas: () => wantsDeltas,
      take: (event) => void (this.#isWanted(event.type) && batch.push(event)),
    }
    const run = logRun({ source: this.#source, taker, from: known, signal: this.#signal })
    let next = await run.next()
    for (; next.done !== true; next = await run.next()) {
      this.#show(batch)
      batch = []
    }
    this.#show(batch)
    const { save } = this.#kernel
    // Those that close an open turn are in no file: nobody goes on behind them.
    const { state, isResumable } = next.value
    const saved = isResumable && save !== undefined ? { state: save.call(this.#kernel) } : undefined
    checkClosers(state.closers)
    this.#show(state.closers.filter(({ type }) => this.#isWanted(type)))
    await this.#showAgain(state)
    this.#kernel.end?.(this.#items)
    const capturedThroughSeq = state.length === 0 ? null : state.length - 1
    return { read: { session: { ...state.header }, capturedThroughSeq, items: this.#items }, state, saved }
  }

  async #showAgain(state: LogState): Promise<void> {
    const seqs = this.#kernel.reread?.(this.#items) ?? []
    const events: LogEvent[] = []
    for (const seq of seqs) {
      const window = { source: this.#source, state, from: seq, to: seq, deltas: true, signal: this.#signal }
      for await (const some of windowEvents(window)) events.push(...some)
    }
    if (events.length > 0) this.#show(events)
  }

  #isWanted(type: string): boolean {
    return this.#wanted === undefined || this.#wanted.has(type)
  }

  #show(events: readonly LogEvent[]): void {
    if (this.#hasStopped) return
    // As the tool reads what a query returns. Where a record can be found again is its seq.
    const decoded = events
      .map((event) => decodeEvent(event as never, event.seq, generation))
      .filter((event): event is LogEvent => typeof event !== 'string')
    if (decoded.length > 0) this.#hasStopped = this.#kernel.push(decoded, this.#items) === 'stop'
  }
}
