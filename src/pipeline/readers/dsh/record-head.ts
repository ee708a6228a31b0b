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
import { skimmedTypes, stepTypes } from './record-outcome.ts'
import { membersOf } from './row-members.ts'
import { startsAt } from './starts-at.ts'

/** Reads heads of records of some types; all others are left to the parser. */
export interface HeadReader {
  /**
   * How many events the record stands for; 0 when it is not written as the harness writes records of these
   * types, and has to be parsed. After a result above 0, the other fields say what was read.
   */
  read(bytes: Buffer, start: number, end: number): number
  readonly type: string
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

const typeKey: Buffer = Buffer.from('{"type":"')
const secondType: Buffer = Buffer.from(',"type":"')
const dataKey: Buffer = Buffer.from(',"data":{')
const surfaceKey: Buffer = Buffer.from('"surfaceOp":{')
const quote = 0x22
const carriageReturn = 0x0d

/** How a type's records begin and end. */
interface Layout {
  readonly type: string
  /** All that stands before the seq. */
  readonly head: Buffer
  readonly timeKey: Buffer
  /**
   * `data` is an object and comes last, a message's `surfaceOp` after it: anything else may contradict the head.
   * A delta ends in an object, a row in a list: a torn one with another record glued to it mostly does not.
   */
  readonly tail: Buffer
  readonly isRow: boolean
  readonly isMessage: boolean
  readonly isSkimmed: boolean
}

/**
 * Makes a reader for the heads of every type of a generation that need not be parsed.
 *
 * @param reads - the types asked for; all when absent.
 * @param skims - those of them whose outcome will do; when absent, whatever is asked for is parsed.
 */
export function unaskedHeads(
  generation: Generation,
  reads: readonly string[] | undefined,
  skims?: readonly string[],
): HeadReader {
  const isAsked = (type: string): boolean => reads === undefined || reads.includes(type)
  const types = [...generation.knownTypes].filter((type) => !isAsked(generation.renamed.get(type) ?? type))
  const rows = generation.hasPackedRows && !isAsked(packedType) ? rowTags : []
  const outcomes = skims === undefined ? [] : skimmedTypes.filter((type) => skims.includes(type)).concat(stepTypes)
  const isSkimmed = new Map([
    ...[...types, ...rows].map((type) => [type, false] as const),
    ...outcomes.filter(isAsked).map((type) => [type, true] as const),
  ])
  return headReader(isSkimmed, new Set(Object.keys(generation.messages)))
}

/**
 * Makes a reader for the heads of these types.
 *
 * @param types - each with whether its outcome is wanted.
 * @param surfaceTypes - those that hold a place on the surface.
 */
function headReader(types: ReadonlyMap<string, boolean>, surfaceTypes: ReadonlySet<string>): HeadReader {
  return new Heads([...types].map(([type, isSkimmed]) => layoutOf(type, isSkimmed, surfaceTypes.has(type))))
}

function layoutOf(type: string, isSkimmed: boolean, isMessage: boolean): Layout {
  const isRow = isRowTag(type)
  const zero = isRow ? '0' : ''
  return {
    type,
    head: Buffer.from(`{"type":"${type}","seq${zero}":`),
    timeKey: Buffer.from(`,"time${zero}":`),
    tail: Buffer.from(isMessage ? ',"surfaceOp":"append"}' : isRow ? ']}}' : type === packedType ? '}}}' : '}}'),
    isRow,
    isMessage,
    isSkimmed,
  }
}

/** Shortest record that could have everything in it. */
const minBytes = 40

class Heads implements HeadReader {
  type = ''
  seq = 0
  time = 0
  dataAt = 0
  textEnd = 0
  isSkimmed = false
  readonly #layouts: ReadonlyMap<string, Layout>
  /** The layout that fitted last: most records are of the type of the one before. */
  #recent: Layout | undefined
  /** Where the next second `type` key stands in a block: looked up once, not once per record. */
  #block: Buffer | undefined
  #secondType = -1

  constructor(layouts: readonly Layout[]) {
    this.#layouts = new Map(layouts.map((layout) => [layout.head.toString('latin1', typeKey.length), layout]))
  }

  read(bytes: Buffer, start: number, end: number): number {
    if (end - start < minBytes) return 0
    const layout = this.#layoutAt(bytes, start)
    if (layout === undefined) return 0
    // Local variables throughout: this runs once per record of a log.
    let at = start + layout.head.length
    let seq = 0
    const seqAt = at
    for (let digit; (digit = (bytes[at] as number) - 0x30) >= 0 && digit <= 9; at++) seq = seq * 10 + digit
    if (at === seqAt || !startsAt(bytes, at, layout.timeKey)) return 0
    at += layout.timeKey.length
    let time = 0
    const timeAt = at
    for (let digit; (digit = (bytes[at] as number) - 0x30) >= 0 && digit <= 9; at++) time = time * 10 + digit
    if (at === timeAt || !startsAt(bytes, at, dataKey)) return 0
    if (!(seq <= Number.MAX_SAFE_INTEGER && time <= Number.MAX_SAFE_INTEGER)) return 0
    const textEnd = bytes[end - 1] === carriageReturn ? end - 1 : end
    if (!startsAt(bytes, textEnd - layout.tail.length, layout.tail) || this.#hasSecondType(bytes, start, end)) return 0
    if (!layout.isMessage && endsInReplace(bytes, textEnd)) return 0
    this.type = layout.type
    this.seq = seq
    this.time = time
    this.dataAt = at + dataKey.length
    this.textEnd = textEnd
    this.isSkimmed = layout.isSkimmed
    return layout.isRow ? membersOf(bytes, this.dataAt, end) : 1
  }

  #layoutAt(bytes: Buffer, start: number): Layout | undefined {
    if (this.#recent !== undefined && startsAt(bytes, start, this.#recent.head)) return this.#recent
    if (!startsAt(bytes, start, typeKey)) return undefined
    const nameAt = start + typeKey.length
    let at = nameAt
    while (at < nameAt + maxNameBytes && bytes[at] !== quote) at += 1
    // Up to the colon behind the key of the seq, which is `"seq":` or `"seq0":`.
    const colon = bytes.indexOf(0x3a, at)
    const found = this.#layouts.get(bytes.toString('latin1', nameAt, colon + 1))
    if (found !== undefined) this.#recent = found
    return found
  }

  #hasSecondType(bytes: Buffer, start: number, end: number): boolean {
    if (bytes !== this.#block || this.#secondType < start) {
      const found = bytes.indexOf(secondType, start)
      this.#secondType = found === -1 ? Number.POSITIVE_INFINITY : found
      this.#block = bytes
    }
    return this.#secondType < end
  }
}

/** Longest name of a type that is looked up. */
const maxNameBytes = 64

/** Most bytes of a replace at the end of a record. */
const maxReplace = 96

/** Whether a record ends in a replace, which also closes two braces: only a number can stand before them. */
function endsInReplace(bytes: Buffer, end: number): boolean {
  const digit = (bytes[end - 3] as number) - 0x30
  return digit >= 0 && digit <= 9 && bytes.subarray(Math.max(0, end - maxReplace), end).includes(surfaceKey)
}
