/**
 * One run over an open log: bytes to lines, lines to records, records to batches of events.
 *
 * @module
 */
import type { Batches } from '../../batch.ts'
import { LogError, StageError } from '../../errors.ts'
import { isRecord, type LogEvent } from '../../event.ts'
import type { Want } from '../../reader.ts'
import { turns } from '../../turns.ts'
import type { ByteSource } from '../byte-source.ts'
import { lineCutter } from '../lines.ts'
import type { DecodedBlock } from '../log-bytes.ts'
import { decodeEvent } from './envelope.ts'
import type { LogMark } from './log-mark.ts'
import type { LogStart } from './log-start.ts'
import { RecentFrames } from './recent-frames.ts'
import { recordReader } from './record-reader.ts'

/** A log that is ready to run. */
export interface ReadyLog extends LogStart {
  readonly source: ByteSource
  readonly maxRecordBytes: number
  readonly parseAll: boolean
  /** Called when the run begins, at its first `next()`: it then closes the file. */
  begin(): void
}

/** Yields the events, a batch per block, then those that are to be seen again; closes the file in the end. */
export async function* eventRun(log: ReadyLog, want: Want): Batches<LogEvent> {
  log.begin()
  const records = recordReader(log, want)
  const cutter = lineCutter(records, log.maxRecordBytes, log.offset)
  const frames = new RecentFrames(log.frame)
  const clock = turns(want.signal)
  try {
    want.signal?.throwIfAborted()
    for await (const block of blocksAfterHeader(log)) {
      records.enter(block)
      frames.enter(block)
      if (block.damage === undefined) cutter.feed(block.bytes, block.offset)
      else cutter.drop()
      records.leave()
      const events = records.take()
      if (events.length > 0) yield events
      if (clock.due()) await clock.next()
      want.signal?.throwIfAborted()
    }
    if (want.mark !== undefined) {
      const settled = records.settledTo(cutter.nextOffset)
      const place = frames.at(settled.offset)
      const { entries } = log.bytes
      if (place !== undefined)
        want.mark({ header: log.header, ...settled, ...place, ...(entries && { entries }) } satisfies LogMark)
    }
    cutter.end()
    records.end()
    const events = records.take()
    if (events.length > 0) yield events
    const again = want.again?.() ?? []
    if (again.length > 0) yield await reread(log, again)
    await log.source.verify?.()
  } catch (error) {
    // A surface that cannot be followed may be half of one file and half of another: that is worth a second read.
    if (error instanceof StageError || error instanceof LogError) await log.source.verify?.()
    throw error
  } finally {
    await log.blocks.return()
    await log.source.close()
  }
}

async function* blocksAfterHeader({ rest, blocks }: ReadyLog): AsyncGenerator<DecodedBlock, void> {
  if (rest !== undefined && rest.bytes.length > 0) yield rest
  yield* blocks
}

async function reread({ bytes, generation, report, maxRecordBytes }: ReadyLog, positions: readonly number[]) {
  const events: LogEvent[] = []
  const inOrder = [...positions].sort((a, b) => a - b)
  for await (const line of bytes.linesAt(inOrder, maxRecordBytes)) {
    const position = inOrder[events.length] as number
    const record: unknown = JSON.parse(line)
    const event = isRecord(record) ? decodeEvent(record, position, generation) : 'no record'
    if (typeof event === 'string') throw new LogError('LOG_REREAD_FAILED', `the record at byte ${position} changed`)
    events.push(event)
  }
  report.rereadRecords += events.length
  const byPosition = new Map(events.map((event) => [event.position, event]))
  // In the order in which they were asked for: each asker knows its own by that.
  return positions.flatMap((position) => byPosition.get(position) ?? [])
}
