/**
 * Turns the lines of a log into events: parses each, decides whether it can be used, keeps the figures.
 *
 * Every record's envelope is looked at, whether its type was asked for or not.
 * @module
 */
import { isRecord, type LogEvent } from '../../event.ts'
import { LogError } from '../../errors.ts'
import type { LineSink } from '../lines.ts'
import type { Generation } from './generation.ts'
import { countDamage, type LogTally } from './log-report.ts'
import { isRowTag, packedType, rowLength, unpackRow } from './packed-rows.ts'

/** The lines of a log, taken one by one. */
export interface RecordReader extends LineSink {
  /** The events found since the last call, to be yielded as one batch. */
  take(): LogEvent[]
}

/** The record's text with the few bytes that JSON.parse takes for white space but a blank line consists of. */
const isBlank = (text: string): boolean => text.trim() === ''

/**
 * Reads records of one generation.
 *
 * @param reads - the event types to yield; all known ones when absent. An unknown type is yielded only when named.
 * @param tally - where the figures are kept.
 */
export function recordReader(generation: Generation, reads: readonly string[] | undefined, tally: LogTally): RecordReader {
  const wanted = reads && new Set(reads)
  let events: LogEvent[] = []
  // Whether records may be missing without being counted again: true right after a damaged one.
  let afterDamage = false

  const damaged = (byte: number, reason: string): void => {
    countDamage(tally, byte, reason)
    afterDamage = true
  }

  /** Checks that `count` seqs from `seq` on continue the log; false: the record is a repetition. */
  const continues = (seq: number, count: number, byte: number): boolean => {
    const expected = tally.capturedThroughSeq === null ? 0 : tally.capturedThroughSeq + 1
    if (seq < expected) {
      damaged(byte, `seq ${seq} was there before`)
      return false
    }
    if (seq > expected && !afterDamage) countDamage(tally, byte, `seq ${expected} is missing before seq ${seq}`)
    afterDamage = false
    tally.capturedThroughSeq = seq + count - 1
    return true
  }

  const takeRow = (row: Readonly<Record<string, unknown>>, byte: number): void => {
    const length = rowLength(row)
    if (typeof length === 'string') return damaged(byte, length)
    if (!continues(row['seq0'] as number, length, byte)) return
    if (wanted === undefined || wanted.has(packedType)) events.push(...unpackRow(row, byte))
  }

  const takeEvent = (record: Readonly<Record<string, unknown>>, byte: number): void => {
    const event = generation.decode(record, byte)
    if (typeof event === 'string') return damaged(byte, event)
    const known = generation.knownTypes.has(record['type'] as string)
    if (event.surfaceOp !== undefined && !surfaceTypes.has(event.type)) {
      throw new LogError(
        'LOG_SURFACE_INVALID',
        `line ${tally.records}: an event that is no message claims a place on the surface, so what the surface holds is unknown`,
      )
    }
    if (!continues(event.seq, 1, byte)) return
    if (!known && event.ignorable !== true) tally.unknownEvents += 1
    if (wanted === undefined ? known : wanted.has(event.type)) events.push(event)
  }

  return {
    line(bytes, start, end, offset) {
      tally.records += 1
      const text = bytes.toString('utf8', start, end)
      if (isBlank(text)) return
      const record = parse(text)
      if (!isRecord(record)) damaged(offset, record === undefined ? unreadable(text) : 'a record that is no object')
      else if (record['type'] === 'session') damaged(offset, 'a second header')
      else if (isRowTag(record['type'])) takeRow(record, offset)
      else takeEvent(record, offset)
    },
    tooLong(offset, length) {
      tally.records += 1
      damaged(offset, `a record of ${length} bytes, longer than the limit`)
    },
    unfinished(bytes, offset, length) {
      tally.records += 1
      if (bytes !== undefined && isBlank(bytes.toString('utf8'))) return
      damaged(offset, `a last record of ${length} bytes without a line end: torn, or still being written`)
    },
    take() {
      const taken = events
      events = []
      return taken
    },
  }
}

const surfaceTypes: ReadonlySet<string> = new Set([
  'user/message',
  'assistant/message',
  'tool/result',
  'system/message',
  'developer/message',
])

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreadable = (text: string): string =>
  text.startsWith('\0') ? 'a run of NUL bytes' : 'a record that is not JSON: torn, or glued to another'
