/**
 * Reads a log again at the price of what is new: the state of a view is kept with the place it belongs to, and the
 * next read goes on there.
 *
 * @module
 */
import { drive } from '../pipeline/drive.ts'
import { collect, type Kernel, type LogEvent, type SessionHeader, type Stage } from '../pipeline/index.ts'
import {
  defaultMaxRecordBytes,
  openFile,
  openLog,
  retryChanged,
  type ByteSource,
  type LogMark,
  type LogReport,
} from '../pipeline/readers/index.ts'
import { findLogFile } from '../pipeline/readers/dsh/log-file.ts'
import { RecentlyUsed } from './recently-used.ts'
import { continues, revisionOf, type Revision } from './revision.ts'
import { weightOf } from './weight.ts'

/** How much is kept between reads. */
export interface ResumeOptions {
  /** Most states. @defaultValue 64 */
  readonly maxStates?: number
  /** Most bytes of all states together, as they are estimated. @defaultValue 64 MiB */
  readonly maxBytes?: number
  /** Longest record that is read, in bytes. @defaultValue 64 MiB */
  readonly maxRecordBytes?: number
  /** How files are opened. @defaultValue real files, read only */
  readonly open?: (path: string) => Promise<ByteSource>
}

/** A view, and a name under which its state is kept. */
export interface ResumableView<O> {
  /** Equal only for views that are made in the same way with the same options. */
  readonly key: string
  readonly stage: Stage<LogEvent, O>
}

/** How a log is read. */
export interface ResumedReadOptions {
  readonly signal?: AbortSignal
  /** Reads all of the log, whatever is known of it. @defaultValue false */
  readonly cold?: boolean
}

/** What one read gave. */
export interface ResumedRead<O> {
  readonly header: SessionHeader
  readonly items: readonly O[]
  readonly report: LogReport
  /** Offset in the decoded log from which on it was read; 0: all of it. */
  readonly fromOffset: number
}

interface Kept {
  readonly revision: Revision
  readonly mark: LogMark
  readonly state: unknown
}

/**
 * The states of views over logs, the least recently used out first.
 *
 * A log is taken up again only if the path leads to the same file, which has not become shorter and still has the
 * bytes of its first and last block and of 16 blocks in between. If not, it is read from the front. A rewrite in
 * place that misses every sample goes unnoticed: no writer that only appends does that, and `cold` reads all.
 */
export class ResumeCache {
  readonly #kept: RecentlyUsed<Kept>
  readonly #open: (path: string) => Promise<ByteSource>
  readonly #maxRecordBytes: number

  constructor(options: ResumeOptions = {}) {
    const { maxStates = 64, maxBytes = 64 * 1024 * 1024 } = options
    this.#kept = new RecentlyUsed(maxStates, maxBytes)
    this.#open = options.open ?? openFile
    this.#maxRecordBytes = options.maxRecordBytes ?? defaultMaxRecordBytes
  }

  /**
   * Runs a view over a log; the same items as a cold read gives.
   *
   * @param path - the log file, or the session's folder.
   * @throws what `openLog` and its run throw.
   */
  async run<O>(path: string, view: ResumableView<O>, options: ResumedReadOptions = {}): Promise<ResumedRead<O>> {
    const file = await findLogFile(path)
    const key = JSON.stringify([file, view.key])
    return retryChanged(async () => {
      const kept = options.cold === true ? undefined : this.#kept.get(key)
      this.#kept.delete(key)
      const source = await this.#open(file)
      const { read, next } = await this.#runFrom(file, source, kept, view.stage, options.signal)
      if (next !== undefined) this.#kept.set(key, next, weightOf(next.state))
      return read
    })
  }

  async #runFrom<O>(
    file: string,
    source: ByteSource,
    kept: Kept | undefined,
    stage: Stage<LogEvent, O>,
    signal: AbortSignal | undefined,
  ): Promise<{ read: ResumedRead<O>; next: Kept | undefined }> {
    const { known, revision } = await compared(source, kept)
    const options = { open: async () => source, maxRecordBytes: this.#maxRecordBytes }
    const log = await openLog(file, { ...options, ...(known && { from: known.mark }) })
    let kernel: Kernel<LogEvent, O> | undefined
    // The end of a log may be such that nobody can go on there: what is known stays good all the same.
    let next = known
    const start = (): Kernel<LogEvent, O> => (kernel = stage.start(known?.state))
    const mark = (place: unknown): void => {
      if (revision !== undefined) next = { revision, mark: place as LogMark, state: kernel?.save?.() }
    }
    const { reads, skims } = stage
    const want = { mark, ...(reads && { reads }), ...(skims && { skims }), ...(signal && { signal }) }
    const items = await collect(drive(start, (again) => log.read({ ...want, again })))
    return { read: { header: log.header, items, report: log.report, fromOffset: known?.mark.offset ?? 0 }, next }
  }
}

/** What of a state is still good, and what the file holds now. Closes the file when it cannot be read. */
async function compared(
  source: ByteSource,
  kept: Kept | undefined,
): Promise<{ known: Kept | undefined; revision: Revision | undefined }> {
  try {
    const known = kept !== undefined && (await continues(source, kept.revision)) ? kept : undefined
    return { known, revision: await revisionOf(source, known?.revision) }
  } catch (error) {
    await source.close()
    throw error
  }
}
