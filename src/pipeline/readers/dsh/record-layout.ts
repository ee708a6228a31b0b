/**
 * How the harness writes the records of a type: what stands at their beginning and at their end.
 *
 * @module
 */
import { Literal } from './literal.ts'
import { isRowTag, packedType } from './packed-rows.ts'

/** How a type's records begin and end. */
export interface RecordLayout {
  readonly type: string
  /** All that stands before the seq. */
  readonly head: Literal
  readonly timeKey: Literal
  /**
   * `data` is an object and comes last, a message's `surfaceOp` after it: anything else may contradict the head.
   * A delta ends in an object, a row in a list: a torn one with another record glued to it mostly does not.
   */
  readonly tail: Buffer
  readonly isRow: boolean
  readonly isMessage: boolean
  readonly isSkimmed: boolean
}

/** How a message's record ends. */
export const surfaceTail: Buffer = Buffer.from(',"surfaceOp":"append"}')

const timeKey: Literal = new Literal(',"time":')
const rowTimeKey: Literal = new Literal(',"time0":')
const dataTail: Buffer = Buffer.from('}}')
const deltaTail: Buffer = Buffer.from('}}}')
const rowTail: Buffer = Buffer.from(']}}')

/** @param isMessage - whether its events hold a place on the surface. */
export function layoutOf(type: string, isSkimmed: boolean, isMessage: boolean): RecordLayout {
  const isRow = isRowTag(type)
  return {
    type,
    head: headOf(type, isRow ? 'seq0' : 'seq'),
    timeKey: isRow ? rowTimeKey : timeKey,
    tail: isMessage ? surfaceTail : isRow ? rowTail : type === packedType ? deltaTail : dataTail,
    isRow,
    isMessage,
    isSkimmed,
  }
}

/** Made once for every type there is: a log that is read on has little else to do. */
const heads = new Map<string, Literal>()

function headOf(type: string, seqKey: string): Literal {
  const head = heads.get(type) ?? new Literal(`{"type":"${type}","${seqKey}":`)
  heads.set(type, head)
  return head
}
