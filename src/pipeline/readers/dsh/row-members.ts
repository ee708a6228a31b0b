/**
 * Counts the members of a packed row on its bytes.
 *
 * @see DSH `packages/core/session/src/chunk-rows.ts`: `turn, step, index`, of a tool call `id` and perhaps `name`,
 * then `dt`
 * @module
 */
import { startsAt } from './starts-at.ts'

const numberKeys: readonly Buffer[] = ['"turn":', ',"step":', ',"index":'].map((key) => Buffer.from(key))
const textKeys: readonly Buffer[] = [',"id":"', ',"name":"'].map((key) => Buffer.from(key))
const gaps: Buffer = Buffer.from(',"dt":[')
const comma = 0x2c
const minus = 0x2d
const closing = 0x5d
const quote = 0x22
const backslash = 0x5c

/**
 * How many members a packed row has: one more than time gaps.
 *
 * @param from - offset behind `"data":{`.
 * @returns 0 when the row is not written exactly as the harness writes one.
 */
export function membersOf(bytes: Buffer, from: number, end: number): number {
  let at = from
  for (const key of numberKeys) {
    if (!startsAt(bytes, at, key)) return 0
    at += key.length
    while (isDigit(bytes[at] as number)) at += 1
  }
  for (const key of textKeys) {
    if (!startsAt(bytes, at, key)) continue
    at += key.length
    while (at < end && bytes[at] !== quote && bytes[at] !== backslash) at += 1
    at += 1
  }
  if (!startsAt(bytes, at, gaps)) return 0
  at += gaps.length
  if (bytes[at] === closing) return 1
  let count = 2
  for (; bytes[at] !== closing; at++) {
    const byte = bytes[at] as number
    if (byte === comma) count += 1
    else if (!isDigit(byte) && byte !== minus) return 0
  }
  return at < end ? count : 0
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
