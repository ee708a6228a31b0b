/**
 * Learns from the bytes of a streamed delta, or of a row of them, which seqs it stands for.
 *
 * @see DSH `packages/core/session/src/chunk-rows.ts`, in the key order the harness writes
 * @module
 */
import { startsAt } from '../../pipeline/readers/dsh/starts-at.ts'

const deltaHead: Buffer = Buffer.from('{"type":"assistant/chunk","seq":')
const rowHeads: readonly Buffer[] = ['text', 'reasoning', 'tool-call'].map((kind) =>
  Buffer.from(`{"type":"${kind}-chunks","seq0":`),
)
const timeKeys: readonly Buffer[] = [',"time":', ',"time0":'].map((key) => Buffer.from(key))
const dataKey: Buffer = Buffer.from(',"data":{')
const gapsKey: Buffer = Buffer.from('"dt":[')
const typeKey: Buffer = Buffer.from('"type":"')
const deltaTail: Buffer = Buffer.from('}}}')
const rowTail: Buffer = Buffer.from(']}}')

/** How far behind `data` the time gaps of a row begin at most: before them stand numbers, an id and a name. */
const mostBeforeGaps = 512

const comma = 0x2c
const closing = 0x5d

/** The last head that was read. One object for a whole log, because there are millions of them. */
export class DeltaHead {
  seq = 0

  /**
   * Reads the head of a record.
   *
   * @param end - offset behind the record's last byte.
   * @returns how many events it stands for; 0 when it is another record, or not written as the harness writes it.
   */
  read(bytes: Buffer, start: number, end: number): number {
    // The tenth byte tells an `assistant/…`, `text-…` or `reasoning-…` from nearly all others.
    const tenth = bytes[start + 9]
    if (tenth !== 0x61 && tenth !== 0x74 && tenth !== 0x72) return 0
    const isRow = tenth !== 0x61
    const head = isRow ? rowHeads.find((row) => startsAt(bytes, start, row)) : deltaHead
    if (head === undefined || !startsAt(bytes, start, head)) return 0
    if (!startsAt(bytes, end - 3, isRow ? rowTail : deltaTail)) return 0
    const seq = wholeNumber(bytes, start + head.length)
    const timeKey = timeKeys[isRow ? 1 : 0] as Buffer
    if (seq === undefined || !startsAt(bytes, seq.end, timeKey)) return 0
    const time = wholeNumber(bytes, seq.end + timeKey.length)
    if (time === undefined || !startsAt(bytes, time.end, dataKey)) return 0
    const dataAt = time.end + dataKey.length
    if (hasSecondType(bytes, dataAt, end, isRow)) return 0
    this.seq = seq.value
    return isRow ? membersOf(bytes, dataAt, end) : 1
  }
}

/**
 * Whether there is one type more in a record than it has: two records in a line, or a type that counts instead.
 *
 * A delta has a type of its own in its data. In a text the quotes would be escaped.
 */
function hasSecondType(bytes: Buffer, from: number, end: number, isRow: boolean): boolean {
  const first = bytes.indexOf(typeKey, from)
  const second = isRow || first === -1 ? first : bytes.indexOf(typeKey, first + typeKey.length)
  return second !== -1 && second < end
}

function wholeNumber(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  let end = at
  for (let digit; (digit = (bytes[end] as number) - 0x30) >= 0 && digit <= 9; end++) value = value * 10 + digit
  return end === at || value > Number.MAX_SAFE_INTEGER ? undefined : { value, end }
}

/** One more than there are time gaps; 0 when they are not found where they must be. */
function membersOf(bytes: Buffer, from: number, end: number): number {
  const gaps = bytes.indexOf(gapsKey, from)
  if (gaps === -1 || gaps > Math.min(end, from + mostBeforeGaps)) return 0
  let at = gaps + gapsKey.length
  if (bytes[at] === closing) return 1
  let count = 2
  for (; at < end && bytes[at] !== closing; at++) if (bytes[at] === comma) count += 1
  return at < end ? count : 0
}
