/**
 * Follows a log of the DeepSeek Harness while it is being written.
 *
 * @module
 */
import type { LogEvent } from '../../event.ts'
import type { Reader } from '../../reader.ts'
import { openFile } from '../byte-source.ts'
import { stoppable } from '../stoppable.ts'
import { followRun } from './follow-run.ts'
import { emptyTally, type LogReport } from './log-report.ts'
import { defaultMaxRecordBytes, type OpenLogOptions } from './open-log.ts'

/** How a log is followed. */
export interface FollowOptions extends Omit<OpenLogOptions, 'parseAll'> {
  /** First seq that is yielded: 0 for everything. @defaultValue only what is written from now on */
  readonly fromSeq?: number
  /** Ends the run: it then rejects with the signal's own reason. Goes together with that of the pipeline. */
  readonly signal?: AbortSignal
  /** How often the file is looked at where the platform does not tell of changes, in ms. @defaultValue 500 */
  readonly pollMs?: number
}

/** A reader that goes on for as long as it is read. */
export interface Follow extends Reader<LogEvent> {
  /** Figures of the file that is followed now, from its beginning; those of the run that began last. */
  readonly report: LogReport
}

/**
 * A reader of a log's events as they are written. May be run any number of times; each run opens the log anew.
 *
 * Only complete records: a line that is half written waits for its rest, a zstd frame until it is whole. What is
 * there already is read from the front once, and passed over up to `fromSeq`. Nothing is read while nobody asks;
 * memory: one block of 128 KiB, one record, and for a compressed log the window of its frames and 4 MiB.
 *
 * When a newer generation of the session's log appears beside the file (`session.v4.jsonl`), the run reads the older
 * one to its end and goes on in the newer. Seqs are new there, so an event of type `log/rotated` comes first, and
 * whoever keeps seqs forgets them. What follows is the new file behind the last message that the old one had: no
 * message comes twice; other events that stand behind that message in both files do. When that message cannot be
 * found, the new file is yielded as a whole, and the event says so.
 *
 * A run ends when it is left (`break`, `return()`) or rejects when a signal is aborted; file and watcher are then
 * closed. `want.skims` and `want.again` are ignored.
 * @param path - the log file, or the session's folder.
 * @throws LogError (from the run) `LOG_CHANGED` when the file is replaced, removed or made shorter; what `openLog`
 *   throws for a log that cannot be read.
 */
export function follow(path: string, options: FollowOptions = {}): Follow {
  const { fromSeq, pollMs = 500, maxRecordBytes = defaultMaxRecordBytes, open = openFile } = options
  let report: LogReport = emptyTally()
  const tell = (begun: LogReport): void => void (report = begun)
  const read: Reader<LogEvent> = ({ reads, signal }) => {
    const signals = [options.signal, signal].filter((one) => one !== undefined)
    const either = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
    const run = { fromSeq, reads, signal: either, pollMs, maxRecordBytes, open, tell }
    return stoppable((stop) => followRun(path, { ...run, stop }))
  }
  return Object.defineProperty(read as Follow, 'report', { get: () => report })
}
