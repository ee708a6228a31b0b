/**
 * Reads the beginning of a record on its bytes, exactly as the harness writes it, so that a record nobody asks
 * for need not be parsed.
 *
 * @see DSH `packages/core/session/src/index.ts`: `Session.append` (key order `type, seq, time, data`) and
 * `chunk-rows.ts` (`type, seq0, time0, data`)
 * @module
 */
import { contradicts } from './behind-data.ts'
import type { Generation } from './generation.ts'
import { Literal } from './literal.ts'
import { packedType, rowTags } from './packed-rows.ts'
import { layoutOf, type RecordLayout } from './record-layout.ts'
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
  if (generation.hasPackedRows && !isAsked(packedType)) types.push(...rowTags)
  const skimmed = skims === undefined ? [] : skimmedTypes.filter((type) => skims.includes(type)).concat(stepTypes)
  const outcomes = skimmed.filter(isAsked)
  const isMessage = (type: string): boolean => Object.hasOwn(generation.messages, type)
  return new Heads([...types, ...outcomes].map((type) => layoutOf(type, outcomes.includes(type), isMessage(type))))
}

const typeKey: Literal = new Literal('{"type":"')
const dataKey: Literal = new Literal(',"data":{')
const quote = 0x22
const carriageReturn = 0x0d

/** Shortest record that could have everything in it. */
const minBytes = 40

class Heads implements HeadReader {
  type = ''
  seq = 0
  time = 0
  dataAt = 0
  textEnd = 0
  isSkimmed = false
  /** By the length of their types' names. */
  readonly #layouts: RecordLayout[][] = []
  /** The layout that fitted last: most records are of the type of the one before. */
  #recent: RecordLayout | undefined
  /** A view of the bytes that were given last: there are many records in them. */
  #bytes: Buffer | undefined
  #view: DataView = new DataView(new ArrayBuffer(0))

  constructor(layouts: readonly RecordLayout[]) {
    for (const layout of layouts) (this.#layouts[layout.type.length] ??= []).push(layout)
  }

  read(bytes: Buffer, start: number, end: number): number {
    if (end - start < minBytes) return 0
    const view = this.#viewOf(bytes)
    const layout = this.#layoutAt(view, bytes, start)
    if (layout === undefined) return 0
    // Local variables throughout: this runs once per record of a log.
    const seqAt = start + layout.head.length
    const timeKeyAt = digitsEnd(bytes, seqAt)
    if (timeKeyAt === seqAt || !layout.timeKey.isAt(view, timeKeyAt)) return 0
    const timeAt = timeKeyAt + layout.timeKey.length
    const dataKeyAt = digitsEnd(bytes, timeAt)
    if (dataKeyAt === timeAt || !dataKey.isAt(view, dataKeyAt)) return 0
    if (timeKeyAt - seqAt > maxDigits || dataKeyAt - timeAt > maxDigits) return 0
    const textEnd = bytes[end - 1] === carriageReturn ? end - 1 : end
    if (!startsAt(bytes, textEnd - layout.tail.length, layout.tail)) return 0
    const dataAt = dataKeyAt + dataKey.length
    if (contradicts(bytes, dataAt, textEnd, layout.isMessage)) return 0
    this.type = layout.type
    this.seq = numberOf(bytes, seqAt, timeKeyAt)
    this.time = layout.isSkimmed ? numberOf(bytes, timeAt, dataKeyAt) : 0
    this.dataAt = dataAt
    this.textEnd = textEnd
    this.isSkimmed = layout.isSkimmed
    return layout.isRow ? membersOf(bytes, dataAt, end) : 1
  }

  #viewOf(bytes: Buffer): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    return this.#view
  }

  #layoutAt(view: DataView, bytes: Buffer, start: number): RecordLayout | undefined {
    if (this.#recent?.head.isAt(view, start) === true) return this.#recent
    if (!typeKey.isAt(view, start)) return undefined
    const nameAt = start + typeKey.length
    let at = nameAt
    while (at < nameAt + maxNameBytes && bytes[at] !== quote) at += 1
    for (const layout of this.#layouts[at - nameAt] ?? []) {
      if (layout.head.isAt(view, start)) return (this.#recent = layout)
    }
    return undefined
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

function digitsEnd(bytes: Buffer, from: number): number {
  let at = from
  while (isDigit(bytes[at])) at += 1
  return at
}

function numberOf(bytes: Buffer, from: number, end: number): number {
  let number = 0
  for (let at = from; at < end; at++) number = number * 10 + (bytes[at] as number) - 0x30
  return number
}

/** Digits of a number that is exact for certain. */
const maxDigits = 15

/** Longest name of a type that is looked up. */
const maxNameBytes = 64
