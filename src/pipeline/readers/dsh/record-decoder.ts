/**
 * Decides what one parsed record is: an event, a packed row of events, or damage. Knows nothing of its neighbours.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import { isRecord, type LogEvent } from '../../event.ts'
import { decodeEvent, envelopeFault, type RawRecord } from './envelope.ts'
import type { Generation } from './generation.ts'
import { isRowTag, packedType, rowLength, rowSpan, unpackRow } from './packed-rows.ts'

/** A record that can be used if its place in the log allows it. */
export interface DecodedRecord {
  /** Seq of its first event. */
  readonly seq: number
  /** How many events it stands for. */
  readonly count: number
  /** Those of them that are asked for, in order. */
  readonly events: readonly LogEvent[]
  /** Whether its type is unknown and not marked as ignorable. */
  readonly isUnknown: boolean
}

/** Looks at one parsed record; `where` says in words where it stands. The answer in words is why it is damaged. */
export type RecordDecoder = (record: unknown, offset: number, where: () => string) => DecodedRecord | string

const noEvents: readonly LogEvent[] = []

/**
 * Makes a decoder for records of one generation.
 *
 * @param reads - the event types asked for; all known ones when absent. An unknown type only when named.
 * @throws LogError `LOG_SURFACE_INVALID` (when called) for an unknown type that claims a place on the surface.
 */
export function recordDecoder(generation: Generation, reads: readonly string[] | undefined): RecordDecoder {
  const wanted = reads && new Set(reads)
  const isRowWanted = wanted === undefined || wanted.has(packedType)
  // Known types by their names in the file, each as the one string that all its events share.
  const names = new Map([...generation.knownTypes].map((type) => [type, generation.renamed.get(type) ?? type]))

  const decodeRow = (row: RawRecord, offset: number): DecodedRecord | string => {
    const count = isRowWanted ? rowLength(row) : rowSpan(row)
    if (typeof count === 'string') return count
    const events = isRowWanted ? [...unpackRow(row, offset)] : noEvents
    return { seq: row['seq0'] as number, count, events, isUnknown: false }
  }

  return (record, offset, where) => {
    if (!isRecord(record)) return 'a record that is no object'
    if (record['type'] === 'session') return 'a second header'
    if (generation.hasPackedRows && isRowTag(record['type'])) return decodeRow(record, offset)
    const fault = envelopeFault(record)
    if (fault !== undefined) return fault
    const rawType = record['type'] as string
    const knownType = names.get(rawType)
    const isKnown = knownType !== undefined
    const type = knownType ?? generation.renamed.get(rawType) ?? rawType
    if (record['surfaceOp'] !== undefined && !Object.hasOwn(generation.messages, type)) {
      if (!isKnown) throw unknownOnSurface(where())
      return 'an event that is no message claims a place on the surface'
    }
    const isYielded = wanted === undefined ? isKnown : wanted.has(type)
    const event = isYielded ? decodeEvent(record, offset, generation, knownType) : undefined
    if (typeof event === 'string') return event
    const isUnknown = !isKnown && record['ignorable'] !== true
    return { seq: record['seq'] as number, count: 1, events: event === undefined ? noEvents : [event], isUnknown }
  }
}

/** The record's JSON value; `undefined` when it has none. */
export function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why a record that has no JSON value is damaged. */
export const unreadable = (text: string): string =>
  text.startsWith('\0') ? 'a run of NUL bytes' : 'a record that is not JSON: torn, or glued to another'

/** Whether a line holds nothing but white space. */
export const isBlank = (text: string): boolean => text.trim() === ''

/** The same for bytes: a long run of NULs must not become a string first. */
export const areBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || (byte >= 9 && byte <= 13))

const unknownOnSurface = (where: string): LogError =>
  new LogError(
    'LOG_SURFACE_INVALID',
    `${where}: an event of an unknown type claims a place on the surface, so what the surface holds is unknown`,
  )
