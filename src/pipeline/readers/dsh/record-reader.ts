/**
 * Turns the lines of a log into events: parses each that is asked for, decides whether it can be used, keeps the
 * figures.
 *
 * Every record's envelope is looked at, whether its type was asked for or not.
 * @module
 */
import { LogError } from '../../errors.ts'
import { isRecord, type LogEvent } from '../../event.ts'
import type { LineSink } from '../lines.ts'
import type { DecodedBlock } from '../log-bytes.ts'
import { decodeEvent, envelopeFault, type RawRecord } from './envelope.ts'
import type { Generation } from './generation.ts'
import type { LogTally } from './log-report.ts'
import { isRowTag, packedType, rowLength, rowSpan, rowTags, unpackRow } from './packed-rows.ts'
import { headReader } from './record-head.ts'
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
}

/** What the reader works with. */
export interface RecordReaderOptions {
  readonly generation: Generation
  readonly report: LogTally
  readonly parseAll: boolean
}

/**
 * Reads records of one generation.
 *
 * A record nobody asks for is not parsed when its head is written exactly as the harness writes it, its seq is
 * the expected one and the next record continues; what is inside it then does not matter. All others are parsed.
 * @param reads - the event types to yield; all known ones when absent. An unknown type is yielded only when named.
 */
export function recordReader(options: RecordReaderOptions, reads: readonly string[] | undefined): RecordReader {
  const { generation, report, parseAll } = options
  const wanted = reads && new Set(reads)
  const isWanted = (type: string): boolean => wanted === undefined || wanted.has(type)
  const modelType = (type: string): string => generation.renamed.get(type) ?? type
  const heads = headReader(
    [
      ...[...generation.knownTypes].filter((type) => !isWanted(modelType(type))),
      ...(generation.hasPackedRows && !isWanted(packedType) ? rowTags : []),
    ],
    new Set(Object.keys(generation.messages)),
  )
  const sequence = new SequenceCheck(report)
  let events: LogEvent[] = []
  const skipped = new SkippedRecord()
  let frameOffset: number | undefined

  const takeRow = (row: RawRecord, line: number, offset: number): void => {
    const length = isWanted(packedType) ? rowLength(row) : rowSpan(row)
    if (typeof length === 'string') return sequence.damaged(line, frameOffset ?? offset, length)
    if (!sequence.continues(row['seq0'] as number, length, line, frameOffset ?? offset)) return
    if (isWanted(packedType)) events.push(...unpackRow(row, offset))
  }

  const takeEvent = (record: RawRecord, line: number, offset: number): void => {
    const fault = envelopeFault(record)
    if (fault !== undefined) return sequence.damaged(line, frameOffset ?? offset, fault)
    const rawType = record['type'] as string
    const isKnown = generation.knownTypes.has(rawType)
    if (record['surfaceOp'] !== undefined && !Object.hasOwn(generation.messages, modelType(rawType))) {
      if (!isKnown) throw unknownOnSurface(line)
      return sequence.damaged(line, frameOffset ?? offset, 'an event that is no message claims a place on the surface')
    }
    const isYielded = wanted === undefined ? isKnown : wanted.has(modelType(rawType))
    const event = isYielded ? decodeEvent(record, offset, generation) : undefined
    if (typeof event === 'string') return sequence.damaged(line, frameOffset ?? offset, event)
    if (!sequence.continues(record['seq'] as number, 1, line, frameOffset ?? offset)) return
    if (!isKnown && record['ignorable'] !== true) report.unknownEvents += 1
    if (event !== undefined) events.push(event)
  }

  const takeRecord = (record: unknown, text: string, line: number, offset: number): void => {
    if (record === undefined) sequence.damaged(line, frameOffset ?? offset, unreadable(text))
    else if (!isRecord(record)) sequence.damaged(line, frameOffset ?? offset, 'a record that is no object')
    else if (record['type'] === 'session') sequence.damaged(line, frameOffset ?? offset, 'a second header')
    else if (generation.hasPackedRows && isRowTag(record['type'])) takeRow(record, line, offset)
    else takeEvent(record, line, offset)
  }

  /** Trusts the record that was skipped last when `seq` continues it, and parses it when not. */
  const settle = (seq: unknown): void => {
    if (!skipped.isHeld) return
    skipped.isHeld = false
    if (seq === skipped.nextSeq) return
    sequence.restore(skipped.capturedBefore)
    const { text, line, offset } = skipped
    takeRecord(parse(text), text, line, offset)
  }

  /** Passes over a record whose head has just been read. */
  const skip = (count: number, bytes: Buffer, start: number, end: number, offset: number): void => {
    settle(heads.seq)
    skipped.hold(bytes, start, end)
    skipped.offset = offset
    skipped.line = report.records
    skipped.capturedBefore = sequence.captured
    skipped.nextSeq = heads.seq + count
    sequence.advance(heads.seq + count - 1)
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
      if (isSound && !parseAll) return skip(count, bytes, start, end, offset)
      const text = bytes.toString('utf8', start, end)
      if (isBlank(text)) return
      const record = parse(text)
      // Damage deep inside a record nobody asks for is no damage, whether it is parsed or not.
      if (record === undefined && isSound) return skip(count, bytes, start, end, offset)
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
      if (bytes !== undefined && isBlank(bytes.toString('utf8'))) return
      const reason = `a last record of ${length} bytes without a line end: torn, or still being written`
      sequence.damaged(report.records, frameOffset ?? offset, reason)
    },
    leave: () => skipped.keep(),
    end: () => settle(undefined),
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}

const isBlank = (text: string): boolean => text.trim() === ''

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreadable = (text: string): string =>
  text.startsWith('\0') ? 'a run of NUL bytes' : 'a record that is not JSON: torn, or glued to another'

const unknownOnSurface = (line: number): LogError =>
  new LogError(
    'LOG_SURFACE_INVALID',
    `line ${line}: an event of an unknown type claims a place on the surface, so what the surface holds is unknown`,
  )
