/**
 * Opens one log of the DeepSeek Harness to read it from its end: the newest records without the rest.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../../event.ts'
import type { Reader } from '../../reader.ts'
import { openFile, type ByteSource } from '../byte-source.ts'
import { generationOf } from './generation.ts'
import { parseHeader } from './header.ts'
import { checkName, findLogFile } from './log-file.ts'
import { readLogHead } from './log-head.ts'
import { atFile, oneRun } from './one-run.ts'
import { defaultMaxRecordBytes, type OpenLogOptions } from './open-log.ts'
import { emptyReverseTally, type ReverseReport } from './reverse-report.ts'
import { reverseRun } from './reverse-run.ts'

/** How a log is opened from its end. */
export type OpenReverseOptions = Omit<OpenLogOptions, 'parseAll'>

/** A log whose header has been read and whose file is open, to be read from its end. */
export interface OpenReverse {
  readonly header: SessionHeader
  /** The events, newest first, for one run. The file is closed when the run ends or is left. */
  readonly read: Reader<LogEvent>
  /** Figures of the part that was read: live while it goes on, those of the whole log once it is `isWhole`. */
  readonly report: ReverseReport
  /** Closes the file of a log that is not run. Does nothing after a run. */
  close(): Promise<void>
}

/**
 * Opens a session's log to read it newest first.
 *
 * A run yields the events that a run of `openLog` yields, the last one first, or ends with an error; the members of
 * a packed row are turned round too. It reads up to the size the file had when it was opened, and no more of it
 * than is asked for. Records are never read again: `want.again` is not called.
 *
 * Plain: an event's position is the byte offset of its record, as in `openLog`. Blocks of 64 KiB, growing to
 * 256 KiB; memory: one block and one record.
 * Zstd: an event's position is the byte offset in the file of the frame its record begins in. The whole file is read
 * once without decoding it, because frames can only be found forwards; then the newest frames are decoded. Memory:
 * 1 MiB of compressed frames, the window of one frame, 8 MiB of its text and one record. A frame of more than 8 MiB
 * is decoded to its end for its last 8 MiB, and again for each 8 MiB before them: a log in one huge frame is no
 * cheaper from its end than from its front.
 * @param path - the log file, or the session's folder.
 * @throws LogError when there is no log, or its header cannot be trusted; the message begins with the path. While
 *   it is read: `LOG_NEEDS_FULL_READ` when which records count can only be told from the front, because seqs do not
 *   grow along the file or a large zstd frame is corrupt.
 */
export async function openReverse(path: string, options: OpenReverseOptions = {}): Promise<OpenReverse> {
  const { maxRecordBytes = defaultMaxRecordBytes, open = openFile } = options
  const file = await findLogFile(path)
  const opened = await open(file)
  const report = emptyReverseTally()
  const source = counted(opened, (bytes) => void (report.bytesRead += bytes))
  try {
    const head = await readLogHead(source, maxRecordBytes)
    const header = parseHeader(head.line)
    const generation = generationOf(header.version)
    checkName(file, header.version)
    report.fileBytes = source.size
    const { read, close } = oneRun(file, source, (want, begin) =>
      reverseRun({ source, head, generation, report, maxRecordBytes, begin }, want),
    )
    return { header, read, report, close }
  } catch (error) {
    await source.close()
    throw atFile(file, error)
  }
}

/** The same source, telling how many bytes each read brought. */
function counted(source: ByteSource, tell: (bytes: number) => void): ByteSource {
  return {
    size: source.size,
    async read(into, offset) {
      const length = await source.read(into, offset)
      tell(length)
      return length
    },
    verify: async () => source.verify?.(),
    close: () => source.close(),
  }
}
