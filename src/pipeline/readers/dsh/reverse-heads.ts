/**
 * Reads the beginning of a record, exactly as the harness writes it, for a reader that goes backwards and soon stops.
 *
 * Trusts what `record-head.ts` trusts. That one goes through bytes, which is fastest once it has run for a while; this
 * one leaves the work to a pattern, which is fastest for the few hundred records of a log's end, and meets the
 * records in the other order.
 * @module
 */
import type { Generation } from './generation.ts'
import { isRowTag, packedType } from './packed-rows.ts'
import { membersOf } from './row-members.ts'

/** All that stands before a record's data. A packed row has a 0 behind the names of its keys. */
const head = /^\{"type":"([^"\\]{1,64})","seq(0?)":([0-9]{1,16}),"time(0?)":([0-9]{1,16}),"data":\{/
/** Longest text that fits it. */
const maxHeadBytes = 160
/** Most bytes of a replace at the end of a record. */
const maxReplaceBytes = 96
/** Shortest record that could have everything in it. */
const minBytes = 40

const appended = ',"surfaceOp":"append"}'
const replaced = '"surfaceOp":{'
const brace = 0x7d
const carriageReturn = 0x0d

const secondType: Buffer = Buffer.from(',"type":"')

/** Reads heads of records nobody asks for; all others are left to the parser. */
export class ReverseHeads {
  /** After a result above 0: seq of the record's first event. */
  seq = 0
  readonly #generation: Generation
  readonly #reads: ReadonlySet<string> | undefined
  /** Where the last second `type` key stands that is known in a block; looked up once, not once per record. */
  #block: Buffer | undefined
  #secondType = 0

  /** @param reads - the types asked for; all when absent. */
  constructor(generation: Generation, reads: readonly string[] | undefined) {
    this.#generation = generation
    this.#reads = reads && new Set(reads)
  }

  /** How many events the record stands for; 0 when it has to be parsed. */
  read(bytes: Buffer, start: number, end: number): number {
    if (this.#reads === undefined || end - start < minBytes) return 0
    const match = head.exec(bytes.toString('latin1', start, Math.min(end, start + maxHeadBytes)))
    if (match === null) return 0
    const [{ length }, type = '', zeroOfSeq, seq, zeroOfTime, time] = match
    const isRow = isRowTag(type)
    if (!this.#isPassedOver(type, isRow) || zeroOfSeq !== zeroOfTime || (zeroOfSeq === '0') !== isRow) return 0
    this.seq = Number(seq)
    if (!(this.seq <= Number.MAX_SAFE_INTEGER && Number(time) <= Number.MAX_SAFE_INTEGER)) return 0
    if (!this.#endsSoundly(type, bytes, end) || this.#hasSecondType(bytes, start, end)) return 0
    return isRow ? membersOf(bytes, start + length, end) : 1
  }

  #isPassedOver(type: string, isRow: boolean): boolean {
    const { knownTypes, renamed, hasPackedRows } = this.#generation
    if (isRow) return hasPackedRows && this.#reads?.has(packedType) === false
    return knownTypes.has(type) && this.#reads?.has(renamed.get(type) ?? type) === false
  }

  /** `data` is an object and comes last, a message's `surfaceOp` after it: anything else may contradict the head. */
  #endsSoundly(type: string, bytes: Buffer, end: number): boolean {
    const textEnd = bytes[end - 1] === carriageReturn ? end - 1 : end
    if (Object.hasOwn(this.#generation.messages, type)) {
      return bytes.toString('latin1', textEnd - appended.length, textEnd) === appended
    }
    if (bytes[textEnd - 1] !== brace || bytes[textEnd - 2] !== brace) return false
    // A replace also closes two braces, and only a number can stand before them.
    const digit = (bytes[textEnd - 3] as number) - 0x30
    return (
      !(digit >= 0 && digit <= 9) || !bytes.subarray(Math.max(0, textEnd - maxReplaceBytes), textEnd).includes(replaced)
    )
  }

  #hasSecondType(bytes: Buffer, start: number, end: number): boolean {
    if (bytes !== this.#block || this.#secondType >= end) {
      this.#block = bytes
      this.#secondType = bytes.subarray(0, end).lastIndexOf(secondType)
    }
    return this.#secondType >= start
  }
}
