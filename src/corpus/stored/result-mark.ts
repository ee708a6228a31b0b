/**
 * Tells whether two tool results differ in more than their content, without keeping either.
 *
 * @see DSH `packages/core/session/src/surface.ts`: `assertToolResultRewrite`
 * @module
 */
import { randomInt } from 'node:crypto'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'

/** New in each process: nobody can write two results that have the same mark on purpose. */
const seed: number = randomInt(2 ** 32)
const factor: number = randomInt(2 ** 31) * 2 + 1

/**
 * A number for all that is in a tool result beside its content: 1 to 2^32 - 1, and 0 for any other event.
 *
 * Two results that differ have the same mark by one chance in two billion.
 */
export function resultMark(event: RawRecord): number {
  if (event['type'] !== 'tool/result') return 0
  const { message, ...rest } = event['data'] as RawRecord
  const { content, ...envelope } = message as RawRecord
  const [{ content: _, ...block }] = content as readonly [RawRecord]
  return (markOf([rest, envelope, block]) | 1) >>> 0
}

/** The same for equal JSON values, whatever the order of their keys. */
function markOf(value: unknown): number {
  if (typeof value === 'string') return textMark(value, 1)
  if (typeof value !== 'object' || value === null) return textMark(String(value), 2)
  let mark = seed
  if (Array.isArray(value)) {
    for (const item of value) mark = mixed(mark, markOf(item))
    return mixed(mark, value.length)
  }
  let sum = 0
  for (const key of Object.keys(value)) {
    sum = (sum + mixed(textMark(key, 3), markOf((value as RawRecord)[key]))) | 0
  }
  return mixed(mark, sum)
}

function textMark(text: string, kind: number): number {
  let mark = seed ^ kind
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), factor)
  return mixed(mark, text.length)
}

/** Every bit of both counts in every bit of what comes out. */
function mixed(mark: number, more: number): number {
  let mix = (Math.imul(mark ^ (mark >>> 15), factor) + more) | 0
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return mix ^ (mix >>> 16)
}
