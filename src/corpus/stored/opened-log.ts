/**
 * One call on one log file: it opens the file, reads what is new in it, and keeps what it learned.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { continues, revisionOf } from '../revision.ts'
import { fileMark } from './file-mark.ts'
import type { LogCache } from './log-cache.ts'
import { logRun } from './log-run.ts'
import type { ScanTaker } from './log-scan.ts'
import type { LogState } from './log-state.ts'
import { windowEvents, type WindowOptions } from './window-scan.ts'

/** Where a log is read from, and where what is known of it is kept. */
export interface LogPlace {
  readonly path: string
  readonly open: (path: string) => Promise<ByteSource>
  readonly cache: LogCache
}

/** A log file that is open. */
export class OpenedLog {
  readonly source: ByteSource
  readonly #place: LogPlace
  readonly #mark: string
  readonly #signal: AbortSignal | undefined

  private constructor(place: LogPlace, mark: string, source: ByteSource, signal: AbortSignal | undefined) {
    this.#place = place
    this.#mark = mark
    this.source = source
    this.#signal = signal
  }

  /** Opens a log, runs `use`, and closes it. @throws LogError `LOG_CHANGED` when it was rewritten meanwhile. */
  static async use<T>(
    place: LogPlace,
    signal: AbortSignal | undefined,
    use: (log: OpenedLog) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const log = await OpenedLog.open(place, signal)
    try {
      const value = await use(log)
      await log.source.verify?.()
      return value
    } finally {
      await log.source.close()
    }
  }

  /** The caller closes its source. */
  static async open(place: LogPlace, signal: AbortSignal | undefined): Promise<OpenedLog> {
    const mark = await fileMark(place.path)
    return new OpenedLog(place, mark, await place.open(place.path), signal)
  }

  /** What is known of the file as it is; `undefined` when it has not been read in this state. */
  known(): LogState | undefined {
    const known = this.#place.cache.get(this.#place.path)
    return known?.mark === this.#mark ? known.state : undefined
  }

  /**
   * What is known of the file as it is now, when it takes no more for that than to read what was appended since;
   * `undefined` when it has to be read from its beginning.
   */
  async caughtUp(): Promise<LogState | undefined> {
    const known = this.known()
    if (known !== undefined) return known
    const from = await this.#earlier()
    if (from === undefined) return undefined
    const state = await drained(this.#run(nothing, from))
    // A state that was not kept says nothing of a half written end.
    return this.known() === state ? state : undefined
  }

  /** What is known of the file, however much has to be read for that. */
  async learn(): Promise<LogState> {
    return (await this.caughtUp()) ?? drained(this.read(nothing))
  }

  /** The events of a stretch of the log, whose state is known. @throws WindowFault */
  window(window: Omit<WindowOptions, 'source' | 'signal'>): AsyncGenerator<LogEvent[], void> {
    return windowEvents({ ...window, source: this.source, signal: this.#signal })
  }

  /** Forgets what is known, because something was found that had been passed over. */
  forget(): void {
    this.#place.cache.take(this.#place.path)
  }

  /**
   * Reads the whole log, whatever is known of it.
   *
   * @param keepsTexts - also keeps the records of its surface, for whoever asks for that again.
   */
  read(taker: ScanTaker, keepsTexts = false): AsyncGenerator<void, LogState> {
    return this.#run(taker, undefined, keepsTexts)
  }

  /** Whether what is known of an earlier state of the file can be gone on from. */
  async #earlier(): Promise<LogState | undefined> {
    const { cache, path } = this.#place
    const known = cache.get(path)
    if (known === undefined || !(await continues(this.source, known.revision))) return undefined
    // Others may have taken it while the samples were compared.
    return cache.get(path) === known ? cache.take(path)?.state : undefined
  }

  async *#run(taker: ScanTaker, from: LogState | undefined, keepsTexts = false): AsyncGenerator<void, LogState> {
    const { source } = this
    const { state, isResumable } = yield* logRun({ source, taker, from, signal: this.#signal, keepsTexts })
    if (isResumable) await this.#keep(state)
    return state
  }

  async #keep(state: LogState): Promise<void> {
    const { cache, path } = this.#place
    const revision = await revisionOf(this.source)
    // Only when nothing was written while it was read is it known which bytes these are.
    const mark = await fileMark(path)
    if (revision !== undefined && mark === this.#mark) cache.put(path, { mark, revision, state })
  }
}

const nothing: ScanTaker = { wantsDeltas: () => false, take: () => undefined }

/** Runs a read to its end. */
export async function drained(run: AsyncGenerator<void, LogState>): Promise<LogState> {
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
  }
}
