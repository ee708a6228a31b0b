/**
 * Turns the lines of a log, the last one first, into events, the newest first. What a record is worth is decided
 * as `record-reader.ts` decides it.
 *
 * @module
 */
import type { LogEvent } from '../../event.ts'
import type { LineSink } from '../lines.ts'
import type { Generation } from './generation.ts'
import { areBlank, isBlank, parseRecord, recordDecoder, unreadable } from './record-decoder.ts'
import { ReverseHeads } from './reverse-heads.ts'
import type { ReverseTally } from './reverse-report.ts'
import { ReverseSequence } from './reverse-sequence.ts'
import { SkippedRecord } from './skipped-record.ts'

/** The lines of a log, taken newest first. */
export interface ReverseRecords extends LineSink {
  /** Says from which frame the next lines come; `undefined` in a plain log. */
  enter(frameOffset: number | undefined): void
  /** Says that something between two lines cannot be read. */
  damage(byte: number, reason: string): void
  /** Says that the block's bytes are about to go. */
  leave(): void
  /** Says that only the header is left, and how many lines it takes up. */
  end(headerLines: number): void
  /** The events found since the last call, to be yielded as one batch. */
  take(): LogEvent[]
}

/**
 * Reads records of one generation. An event's position is the offset of its record, in a compressed log that of
 * the frame in which its record begins.
 *
 * A record nobody asks for is passed over unparsed on the terms of the forward reader: its head is written exactly
 * as the harness writes it, the newer record continues it, and it continues the older one.
 * @throws LogError (from the sink's methods) `LOG_NEEDS_FULL_READ` when seqs do not fall from record to record.
 */
export function reverseRecords(
  generation: Generation,
  report: ReverseTally,
  reads: readonly string[] | undefined,
): ReverseRecords {
  const decode = recordDecoder(generation, reads)
  const heads = new ReverseHeads(generation, reads)
  const sequence = new ReverseSequence(report)
  const skipped = new SkippedRecord()
  let frameOffset: number | undefined
  let events: LogEvent[] = []

  const takeRecord = (text: string, line: number, offset: number): void => {
    const record = parseRecord(text)
    const byte = frameOffset ?? offset
    const decoded = record === undefined ? unreadable(text) : decode(record, byte, () => `byte ${byte}`)
    // An older record vouches for the one passed over only when it is itself sound.
    settle(typeof decoded === 'string' ? undefined : decoded.seq + decoded.count)
    if (typeof decoded === 'string') return sequence.damaged(line, byte, decoded)
    sequence.take(decoded, line, byte)
    if (decoded.isUnknown) report.unknownEvents += 1
    for (let index = decoded.events.length - 1; index >= 0; index--) events.push(decoded.events[index] as LogEvent)
  }

  /** Trusts the record that was passed over last when the older one ends at its seq, and parses it when not. */
  const settle = (endsBefore: number | undefined): void => {
    if (!skipped.isHeld) return
    skipped.isHeld = false
    if (endsBefore === skipped.nextSeq) return
    sequence.restore(skipped.capturedBefore as number)
    takeRecord(skipped.text, skipped.line, skipped.offset)
  }

  return {
    enter(frame) {
      frameOffset = frame
    },
    damage(byte, reason) {
      settle(undefined)
      sequence.damaged(report.records, byte, reason)
    },
    line(bytes, start, end, offset) {
      report.records += 1
      const count = heads.read(bytes, start, end)
      if (count === 0 || !sequence.leadsTo(heads.seq, count)) {
        const text = bytes.toString('utf8', start, end)
        if (!isBlank(text)) takeRecord(text, report.records, offset)
        return
      }
      settle(heads.seq + count)
      skipped.hold(bytes, start, end)
      skipped.offset = offset
      skipped.line = report.records
      skipped.capturedBefore = sequence.newer as number
      skipped.nextSeq = heads.seq
      sequence.retreat(heads.seq, report.records, frameOffset ?? offset)
    },
    tooLong(offset, length) {
      settle(undefined)
      report.records += 1
      sequence.damaged(report.records, frameOffset ?? offset, `a record of ${length} bytes, longer than the limit`)
    },
    unfinished(bytes, offset, length) {
      report.records += 1
      if (bytes !== undefined && areBlank(bytes)) return
      const reason = `a last record of ${length} bytes without a line end: torn, or still being written`
      sequence.damaged(report.records, frameOffset ?? offset, reason)
    },
    leave: () => skipped.keep(),
    end(headerLines) {
      settle(0)
      sequence.front(headerLines)
    },
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}
