/**
 * Reads the beginning of a record on its bytes, exactly as the harness writes it, so that a record nobody asks
 * for need not be parsed.
 *
 * @see DSH `packages/core/session/src/index.ts`: `Session.append` (key order `type, seq, time, data`) and
 * `chunk-rows.ts` (`type, seq0, time0, data`)
 * @module
 */
import type { Generation } from './generation.ts'
import { isRowTag, packedType, rowTags } from './packed-rows.ts'
import { skimmedType } from './record-outcome.ts'

/** Reads heads of records of some types; all others are left to the parser. */
export interface HeadReader {
  /**
   * How many events the record stands for; 0 when it is not written as the harness writes records of these
   * types, and has to be parsed. After a result above 0, the other fields say what was read.
   */
  read(bytes: Buffer, start: number, end: number): number
  /** Seq and time of its first event. */
  readonly seq: number
  readonly time: number
  /** Offset in the bytes of what follows `"data":{`. */
  readonly dataAt: number
  /** Offset behind the record's last byte, without a carriage return. */
  readonly textEnd: number
  /** Whether the record's outcome is wanted, and not only that it is there. */
  readonly isSkimmed: boolean
}

const head: Buffer = Buffer.from('{"type":"')
const secondType: Buffer = Buffer.from(',"type":"')
const gaps: Buffer = Buffer.from('"dt":[')
const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const closing = 0x5d
const carriageReturn = 0x0d

/** How a type's records begin and end. */
interface Layout {
  readonly name: Buffer
  readonly isRow: boolean
  readonly isMessage: boolean
  readonly isSkimmed: boolean
  readonly seqKey: Buffer
  readonly timeKey: Buffer
  /** `data` is an object and comes last, a message's `surfaceOp` after it: anything else may contradict the head. */
  readonly tail: Buffer
}

/**
 * Makes a reader for the heads of every type of a generation that need not be parsed.
 *
 * @param reads - the types asked for; all when absent.
 * @param skims - those of them whose outcome will do.
 */
export function unaskedHeads(
  generation: Generation,
  reads: readonly string[] | undefined,
  skims: readonly string[] = [],
): HeadReader {
  const isAsked = (type: string): boolean => reads === undefined || reads.includes(type)
  const types = [...generation.knownTypes].filter((type) => !isAsked(generation.renamed.get(type) ?? type))
  const rows = generation.hasPackedRows && !isAsked(packedType) ? rowTags : []
  const outcomes = isAsked(skimmedType) && skims.includes(skimmedType) ? [skimmedType] : []
  const isSkimmed = new Map([
    ...[...types, ...rows].map((type) => [type, false] as const),
    ...outcomes.map((type) => [type, true] as const),
  ])
  return headReader(isSkimmed, new Set(Object.keys(generation.messages)))
}

/**
 * Makes a reader for the heads of these types.
 *
 * @param types - each with whether its outcome is wanted.
 * @param surfaceTypes - those that hold a place on the surface.
 */
export function headReader(types: ReadonlyMap<string, boolean>, surfaceTypes: ReadonlySet<string>): HeadReader {
  const layouts = new Map<number, Layout>()
  for (const [type, isSkimmed] of types) {
    const name = Buffer.from(type)
    const zero = isRowTag(type) ? '0' : ''
    const seqKey = Buffer.from(`","seq${zero}":`)
    const timeKey = Buffer.from(`,"time${zero}":`)
    const isMessage = surfaceTypes.has(type)
    const tail = Buffer.from(isMessage ? ',"surfaceOp":"append"}' : '}}')
    layouts.set(hash(name), { name, isRow: isRowTag(type), isMessage, isSkimmed, seqKey, timeKey, tail })
  }
  let number = 0
  let at = 0
  // Where the next second `type` key stands in this block: looked up once, not once per record.
  let block: Buffer | undefined
  let nextSecondType = -1
  const hasSecondType = (bytes: Buffer, start: number, end: number): boolean => {
    if (bytes !== block || nextSecondType < start) {
      const found = bytes.indexOf(secondType, start)
      nextSecondType = found === -1 ? Number.POSITIVE_INFINITY : found
      block = bytes
    }
    return nextSecondType < end
  }

  /** Reads digits at `at`; false when there are none. */
  const readNumber = (bytes: Buffer): boolean => {
    const from = at
    for (number = 0; ; at++) {
      const digit = (bytes[at] as number) - 0x30
      if (!(digit >= 0 && digit <= 9)) break
      number = number * 10 + digit
    }
    return at > from && number <= Number.MAX_SAFE_INTEGER
  }
  const skip = (bytes: Buffer, expected: Buffer): boolean => {
    if (!matches(bytes, at, expected)) return false
    at += expected.length
    return true
  }

  const reader = {
    seq: 0,
    time: 0,
    dataAt: 0,
    textEnd: 0,
    isSkimmed: false,
    read(bytes: Buffer, start: number, end: number): number {
      if (end - start < 40 || !matches(bytes, start, head)) return 0
      const nameAt = start + head.length
      let nameEnd = nameAt
      let code = 0
      for (; bytes[nameEnd] !== quote && nameEnd < end; nameEnd++) code = (code * 31 + (bytes[nameEnd] as number)) | 0
      const layout = layouts.get(code)
      if (layout === undefined || nameEnd - nameAt !== layout.name.length || !matches(bytes, nameAt, layout.name))
        return 0
      at = nameEnd
      if (!skip(bytes, layout.seqKey) || !readNumber(bytes)) return 0
      const seq = number
      if (!skip(bytes, layout.timeKey) || !readNumber(bytes) || !skip(bytes, dataKey)) return 0
      const time = number
      const textEnd = bytes[end - 1] === carriageReturn ? end - 1 : end
      if (!matches(bytes, textEnd - layout.tail.length, layout.tail) || hasSecondType(bytes, start, end)) return 0
      if (!layout.isMessage && endsInReplace(bytes, textEnd)) return 0
      reader.seq = seq
      reader.time = time
      reader.dataAt = at
      reader.textEnd = textEnd
      reader.isSkimmed = layout.isSkimmed
      return layout.isRow ? membersOf(bytes, at, end) : 1
    },
  }
  return reader
}

const dataKey: Buffer = Buffer.from(',"data":{')

const surfaceKey: Buffer = Buffer.from('"surfaceOp":{')

/** Most bytes of a replace at the end of a record. */
const maxReplace = 96

/** Whether a record ends in a replace, which also closes two braces: only a number can stand before them. */
function endsInReplace(bytes: Buffer, end: number): boolean {
  const digit = (bytes[end - 3] as number) - 0x30
  return digit >= 0 && digit <= 9 && bytes.subarray(Math.max(0, end - maxReplace), end).includes(surfaceKey)
}

/** Bytes in which a row's time gaps begin: only turn, step, index, id and name stand before them. */
const maxBeforeGaps = 512

/** How many members a packed row has: one more than time gaps. 0 when the gaps cannot be told from the bytes. */
function membersOf(bytes: Buffer, from: number, end: number): number {
  const found = bytes.subarray(from, Math.min(end, from + maxBeforeGaps)).indexOf(gaps)
  if (found === -1) return 0
  let at = from + found + gaps.length
  if (bytes[at] === closing) return 1
  let count = 2
  for (; bytes[at] !== closing; at++) {
    const byte = bytes[at] as number
    if (byte === comma) count += 1
    else if (!((byte >= 0x30 && byte <= 0x39) || byte === minus)) return 0
    if (at >= end) return 0
  }
  return count
}

function matches(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}

function hash(bytes: Buffer): number {
  return bytes.reduce((code, byte) => (code * 31 + byte) | 0, 0)
}
