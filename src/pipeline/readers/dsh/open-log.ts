/**
 * Opens one log of the DeepSeek Harness: the header at once, the events when they are asked for.
 *
 * @module
 */
import { isRecord, type LogEvent, type SessionHeader } from '../../event.ts'
import { LogError } from '../../errors.ts'
import type { Reader, Want } from '../../reader.ts'
import { turns } from '../../turns.ts'
import type { Batches } from '../../batch.ts'
import { byteBlocks, type ByteBlock } from '../byte-blocks.ts'
import { openFile, type ByteSource } from '../byte-source.ts'
import { lineCutter } from '../lines.ts'
import { generationOf, type Generation } from './generation.ts'
import { readHeaderLine } from './header-line.ts'
import { parseHeader } from './header.ts'
import { emptyTally, type LogReport, type LogTally } from './log-report.ts'
import { findLogFile } from './log-file.ts'
import { readLineAt } from '../line-at.ts'
import { recordReader } from './record-reader.ts'

/** How a log is opened. */
export interface OpenLogOptions {
  /** Longest record that is read, in bytes; a longer one is skipped and counted. @defaultValue 64 MiB */
  readonly maxRecordBytes?: number
  /** How the file is opened. @defaultValue a real file, read only */
  readonly open?: (path: string) => Promise<ByteSource>
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
 * not seen. Memory: two blocks of 256 KiB, one record, and what the stages keep.
 * @param path - the log file, or the session's folder.
 * @throws LogError when there is no log, or its header cannot be trusted.
 */
export async function openLog(path: string, options: OpenLogOptions = {}): Promise<OpenLog> {
  const { maxRecordBytes = defaultMaxRecordBytes, open = openFile } = options
  const source = await open(await findLogFile(path))
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await source.close()
  }
  try {
    const { line, lineNumber, rest, offset } = await readHeaderLine(source, maxRecordBytes)
    const header = parseHeader(line)
    const generation = generationOf(header.version)
    const report = emptyTally()
    report.records = lineNumber
    report.bytesRead = offset + rest.length
    let started = false
    const read = (want: Want): Batches<LogEvent> => {
      if (started || !isOpen) throw new LogError('LOG_CLOSED', `${path}: was read before; open it again`)
      started = true
      return run({ source, generation, report, close, maxRecordBytes, rest, offset }, want)
    }
    return { header, read, report, close }
  } catch (error) {
    await close()
    throw error instanceof LogError && !error.message.startsWith(path)
      ? new LogError(error.code, `${path}: ${error.message}`, { cause: error.cause })
      : error
  }
}

/** A log that is ready to run: the bytes after the header that are read already, and where they stand. */
interface Ready {
  readonly source: ByteSource
  readonly generation: Generation
  readonly report: LogTally
  readonly maxRecordBytes: number
  readonly rest: Buffer
  readonly offset: number
  close(): Promise<void>
}

async function* run(log: Ready, want: Want): Batches<LogEvent> {
  const { source, report } = log
  const records = recordReader(log.generation, want.reads, report)
  const cutter = lineCutter(records, log.maxRecordBytes)
  const clock = turns(want.signal)
  try {
    want.signal?.throwIfAborted()
    for await (const { bytes, offset } of blocksAfterHeader(log)) {
      cutter.feed(bytes, offset)
      const events = records.take()
      if (events.length > 0) yield events
      if (clock.due()) await clock.next()
      want.signal?.throwIfAborted()
    }
    cutter.end()
    const again = want.again?.() ?? []
    if (again.length > 0) yield await reread(log, again)
  } finally {
    await log.close()
  }
}

/** What came with the header, then the rest of the file. */
async function* blocksAfterHeader({ source, report, rest, offset }: Ready): AsyncGenerator<ByteBlock, void> {
  if (rest.length > 0) yield { bytes: rest, offset }
  for await (const block of byteBlocks(source, offset + rest.length, source.size)) {
    report.bytesRead += block.bytes.length
    yield block
  }
  if (report.bytesRead < source.size) {
    throw new LogError('LOG_CHANGED', 'the file became shorter while it was read; try again')
  }
}

async function reread(log: Ready, positions: readonly number[]): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = []
  for (const position of positions) {
    const line = await readLineAt(log.source, position, log.maxRecordBytes)
    const record: unknown = JSON.parse(line)
    const event = isRecord(record) ? log.generation.decode(record, position) : 'no record'
    if (typeof event === 'string') throw new LogError('LOG_REREAD_FAILED', `the record at byte ${position} changed`)
    events.push(event)
    log.report.rereadRecords += 1
  }
  return events
}
