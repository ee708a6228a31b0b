/**
 * Opens one log of the DeepSeek Harness: the header at once, the events when they are asked for.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../../event.ts'
import type { Reader } from '../../reader.ts'
import { openFile, type ByteSource } from '../byte-source.ts'
import { eventRun } from './event-run.ts'
import { findLogFile } from './log-file.ts'
import type { LogMark } from './log-mark.ts'
import type { LogReport } from './log-report.ts'
import { startAtMark, startOfLog } from './log-start.ts'
import { atFile, oneRun } from './one-run.ts'

/** How a log is opened. */
export interface OpenLogOptions {
  /** Longest record that is read, in bytes; a longer one is skipped and counted. @defaultValue 64 MiB */
  readonly maxRecordBytes?: number
  /** How the file is opened. @defaultValue a real file, read only */
  readonly open?: (path: string) => Promise<ByteSource>
  /**
   * Goes on where an earlier read said `want.mark`, and reads nothing of what stands before. Good only while the
   * file is the same one and only appended to, which is for the caller to know. @defaultValue the log's beginning
   */
  readonly from?: LogMark
  /** Parse every record, also those nobody asks for. Slower, and the same answer. @defaultValue false */
  readonly parseAll?: boolean
}

/** A log whose header has been read and whose file is open. */
export interface OpenLog {
  readonly header: SessionHeader
  /** The events, for one run. The file is closed when the run ends or is left. */
  readonly read: Reader<LogEvent>
  /** Figures of the run: live while it goes on, final when it has ended. */
  readonly report: LogReport
  /** Closes the file of a log that is not run. Does nothing after a run. */
  close(): Promise<void>
}

/** Longest record that is read unless told otherwise: 64 MiB. */
export const defaultMaxRecordBytes: number = 64 * 1024 * 1024

/**
 * Opens a session's log.
 *
 * The read is one pass over one open file, up to the size it had when it was opened: what is appended later is
 * not seen. Memory: two reads of 256 KiB, one record, and what the stages keep; for a compressed log also the
 * window of its frames and 4 MiB.
 * @param path - the log file, or the session's folder.
 * @throws LogError when there is no log, or its header cannot be trusted; the message begins with the path.
 */
export async function openLog(path: string, options: OpenLogOptions = {}): Promise<OpenLog> {
  const { maxRecordBytes = defaultMaxRecordBytes, open = openFile, parseAll = false, from } = options
  const file = await findLogFile(path)
  const source = await open(file)
  try {
    const start = from === undefined ? await startOfLog(file, source, maxRecordBytes) : startAtMark(source, from)
    const { header, report } = start
    const { read, close } = oneRun(file, source, (want, begin) =>
      eventRun({ ...start, source, maxRecordBytes, parseAll, begin }, want),
    )
    return { header, read, report, close }
  } catch (error) {
    await source.close()
    throw atFile(file, error)
  }
}
