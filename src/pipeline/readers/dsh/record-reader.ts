/**
 * Turns the lines of a log into events: parses each that is asked for, decides whether it can be used, keeps the
 * figures.
 *
 * Every record's envelope is looked at, whether its type was asked for or not.
 * @module
 */
import { isRecord, type LogEvent } from '../../event.ts'
import type { Want } from '../../reader.ts'
import type { LineSink } from '../lines.ts'
import type { DecodedBlock } from '../log-bytes.ts'
import type { Generation } from './generation.ts'
import type { LogTally } from './log-report.ts'
import { areBlank, isBlank, parseRecord, recordDecoder, unreadable } from './record-decoder.ts'
import { unaskedHeads } from './record-head.ts'
import { skimOutcome } from './record-outcome.ts'
import { SkippedRecord } from './skipped-record.ts'
import { SequenceCheck } from './sequence-check.ts'

/** The lines of a log, taken block by block. */
export interface RecordReader extends LineSink {
  /** Says which block the next lines end in. */
  enter(block: DecodedBlock): void
  /** Says that the block's bytes are about to go. */
  leave(): void
  /** Says that the log has ended. */
  end(): void
  /** The events found since the last call, to be yielded as one batch. */
  take(): LogEvent[]
  /** @param nextOffset - where the next line begins. */
  settledTo(nextOffset: number): SettledTo
}

/** What the reader works with. */
export interface RecordReaderOptions {
  readonly generation: Generation
  readonly report: LogTally
  readonly parseAll: boolean
  /** Whether the log is read from behind damage on. @defaultValue false */
  readonly isAfterDamage?: boolean
}

/** How far the lines have been settled: what comes next cannot change what was made of those before. */
export interface SettledTo {
  /** Offset of the record that is not settled yet. */
  readonly offset: number
  readonly tally: LogTally
  readonly isAfterDamage: boolean
}

/**
 * Reads records of one generation.
 *
 * A record nobody asks for is not parsed when its head is written exactly as the harness writes it, its seq is
 * the expected one and the next record continues; what is inside it then does not matter. All others are parsed.
 * @param want - the event types to yield, all known ones when it names none, an unknown type only when named; and
 *   those of them whose outcome will do.
 */
export function recordReader(options: RecordReaderOptions, { reads, skims = [] }: Want): RecordReader {
  const { generation, report, parseAll } = options
  const decode = recordDecoder(generation, reads)
  const heads = unaskedHeads(generation, reads, skims)
  const sequence = new SequenceCheck(report, options.isAfterDamage)
  let events: LogEvent[] = []
  const skipped = new SkippedRecord()
  let frameOffset: number | undefined

  const takeRecord = (record: unknown, text: string, line: number, offset: number): void => {
    const byte = frameOffset ?? offset
    const decoded = record === undefined ? unreadable(text) : decode(record, offset, () => `line ${line}`)
    if (typeof decoded === 'string') return sequence.damaged(line, byte, decoded)
    if (!sequence.continues(decoded.seq, decoded.count, line, byte)) return
    if (decoded.isUnknown) report.unknownEvents += 1
    // Not `push(...events)`: a packed row may have more of them than the engine takes as arguments.
    for (const event of decoded.events) events.push(event)
  }

  /** Trusts the record that was skipped last when `seq` continues it, and parses it when not. */
  const settle = (seq: unknown): void => {
    if (!skipped.isHeld) return
    skipped.isHeld = false
    if (seq === skipped.nextSeq) {
      if (skipped.event !== undefined) events.push(skipped.event)
      return
    }
    sequence.restore(skipped.capturedBefore)
    const { text, line, offset } = skipped
    takeRecord(parseRecord(text), text, line, offset)
  }

  /** Passes over a record whose head has just been read; false when its outcome is wanted and cannot be told. */
  const skip = (count: number, bytes: Buffer, start: number, end: number, offset: number): boolean => {
    const event = heads.isSkimmed ? skimOutcome(bytes, heads, heads.textEnd, offset) : undefined
    if (heads.isSkimmed && event === undefined) return false
    settle(heads.seq)
    skipped.hold(bytes, start, end)
    skipped.event = event
    skipped.offset = offset
    skipped.line = report.records
    skipped.capturedBefore = sequence.captured
    skipped.nextSeq = heads.seq + count
    sequence.advance(heads.seq + count - 1)
    return true
  }

  return {
    enter(block) {
      frameOffset = block.frameOffset
      if (block.damage === undefined) return
      settle(undefined)
      sequence.damaged(report.records + 1, frameOffset ?? block.offset, block.damage)
    },
    line(bytes, start, end, offset) {
      report.records += 1
      const count = heads.read(bytes, start, end)
      const isSound = count > 0 && sequence.expects(heads.seq)
      if (isSound && !parseAll && skip(count, bytes, start, end, offset)) return
      const text = bytes.toString('utf8', start, end)
      const record = parseRecord(text)
      if (record === undefined && isBlank(text)) return
      // Damage deep inside a record nobody asks for is no damage, whether it is parsed or not.
      if (record === undefined && isSound && skip(count, bytes, start, end, offset)) return
      settle(isRecord(record) ? (record['seq'] ?? record['seq0']) : undefined)
      takeRecord(record, text, report.records, offset)
    },
    tooLong(offset, length) {
      settle(undefined)
      report.records += 1
      sequence.damaged(report.records, frameOffset ?? offset, `a record of ${length} bytes, longer than the limit`)
    },
    unfinished(bytes, offset, length) {
      settle(undefined)
      report.records += 1
      if (bytes !== undefined && areBlank(bytes)) return
      const reason = `a last record of ${length} bytes without a line end: torn, or still being written`
      sequence.damaged(report.records, frameOffset ?? offset, reason)
    },
    leave: () => skipped.keep(),
    end: () => settle(undefined),
    settledTo(nextOffset) {
      if (!skipped.isHeld) return { offset: nextOffset, tally: { ...report }, isAfterDamage: sequence.isAfterDamage }
      const { offset, line, capturedBefore } = skipped
      const tally = { ...report, records: line - 1, capturedThroughSeq: capturedBefore }
      return { offset, tally, isAfterDamage: false }
    },
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}
