/**
 * One run over an open log from its end: blocks to lines, lines to records, records to batches, newest first.
 *
 * @module
 */
import type { Batches } from '../../batch.ts'
import type { LogEvent } from '../../event.ts'
import type { Want } from '../../reader.ts'
import { turns, type Turns } from '../../turns.ts'
import type { ByteSource } from '../byte-source.ts'
import type { ReverseBlock } from '../reverse-bytes.ts'
import { reverseBlocks } from '../reverse-blocks.ts'
import { reverseLineCutter } from '../reverse-lines.ts'
import { reverseZstd } from '../zstd/reverse-zstd.ts'
import type { Generation } from './generation.ts'
import type { LogHead } from './log-head.ts'
import { reverseRecords } from './reverse-records.ts'
import type { ReverseTally } from './reverse-report.ts'

/** A log that is ready to run backwards: its header has been read. */
export interface ReadyReverse {
  readonly source: ByteSource
  readonly head: LogHead
  readonly generation: Generation
  readonly report: ReverseTally
  readonly maxRecordBytes: number
  /** Called when the run begins, at its first `next()`: it then closes the file. */
  begin(): void
}

/** Yields the events, newest first, a batch per block; closes the file in the end. */
export async function* reverseRun(log: ReadyReverse, want: Want): Batches<LogEvent> {
  log.begin()
  const { source, head, generation, report, maxRecordBytes } = log
  const records = reverseRecords(generation, report, want.reads)
  const cutter = reverseLineCutter(records, maxRecordBytes)
  const clock = turns(want.signal)
  try {
    want.signal?.throwIfAborted()
    for await (const block of blocksBehind(head, source, clock)) {
      if (block.damage === undefined) {
        records.enter(block.frameOffset)
        cutter.feed(block.bytes, block.offset)
      } else {
        cutter.cut()
        records.damage(block.frameOffset ?? block.offset, block.damage)
      }
      records.leave()
      const events = records.take()
      if (events.length > 0) yield events
      if (clock.due()) await clock.next()
      want.signal?.throwIfAborted()
    }
    cutter.end()
    records.end(head.lines)
    const events = records.take()
    if (events.length > 0) yield events
    await source.verify?.()
  } finally {
    await source.close()
  }
}

const blocksBehind = (head: LogHead, source: ByteSource, clock: Turns): AsyncIterable<ReverseBlock> =>
  head.frame === undefined ? reverseBlocks(source, head.from, source.size) : reverseZstd(source, head.frame, clock)
