/**
 * Reads of a tool result only what became of the call: its ids from the head of the record, whether it failed from
 * the tail. What stands between them, often most of a log, is neither decoded nor parsed.
 *
 * @see DSH `packages/core/session/src/types.ts`: `tool/result`, in the key order the harness writes
 * @module
 */
import type { LogEvent } from '../../event.ts'

/** Where the head of a record ends, and what it said. */
export interface OutcomeHead {
  readonly seq: number
  readonly time: number
  /** Offset in the bytes of what follows `"data":{`. */
  readonly dataAt: number
}

/** The one type that is skimmed. */
export const skimmedType = 'tool/result'

const turnKey: Buffer = Buffer.from('"turn":')
const stepKey: Buffer = Buffer.from(',"step":')
const callKey: Buffer = Buffer.from(',"message":{"source":{"kind":"tool","callId":"')
const blockKey: Buffer = Buffer.from('"},"content":[{"type":"tool-result","toolCallId":"')
const contentKey: Buffer = Buffer.from('","content":[')
const surfaceTail: Buffer = Buffer.from(',"surfaceOp":"append"}')
const citedKey: Buffer = Buffer.from(',"sourceEventSeqs":[')
const messageTail: Buffer = Buffer.from('"}}')
const idKey: Buffer = Buffer.from('}],"role":"user","id":"')
const failed: Buffer = Buffer.from('],"isError":true')
const succeeded: Buffer = Buffer.from('],"isError":false')

const quote = 0x22
const backslash = 0x5c
const closing = 0x5d

/**
 * The event without its content.
 *
 * @param end - offset behind the record's last byte.
 * @returns `undefined` when the record is not written exactly as the harness writes a result without `error` and
 *   `meta`: it then has to be parsed.
 */
export function skimOutcome(bytes: Buffer, head: OutcomeHead, end: number, position: number): LogEvent | undefined {
  const turn = numberAt(bytes, head.dataAt, turnKey)
  const step = numberAt(bytes, turn.end, stepKey)
  const call = textAt(bytes, step.end, callKey)
  const block = textAt(bytes, call.end, blockKey)
  if (block.end < 0 || !startsAt(bytes, block.end, contentKey)) return undefined
  const isError = outcomeAt(bytes, end)
  if (isError === undefined) return undefined
  const content = [{ type: 'tool-result', toolCallId: block.text, content: [], isError }]
  const message = { role: 'user', source: { kind: 'tool', callId: call.text }, content }
  const data = { turn: turn.value, step: step.value, message }
  return { type: skimmedType, seq: head.seq, time: head.time, data, surfaceOp: 'append', position }
}

/** Reads backwards from the end of the record: surface, cited seqs, the message's id, and before it the outcome. */
function outcomeAt(bytes: Buffer, end: number): boolean | undefined {
  let at = end - surfaceTail.length
  if (!startsAt(bytes, at, surfaceTail)) return undefined
  if (bytes[at - 1] === closing) {
    at -= 2
    while (isDigitOrComma(bytes[at] as number)) at -= 1
    at -= citedKey.length - 1
    if (!startsAt(bytes, at, citedKey)) return undefined
  }
  at -= messageTail.length
  if (!startsAt(bytes, at, messageTail)) return undefined
  for (at -= 1; bytes[at] !== quote; at--) if (bytes[at] === backslash || at < 0) return undefined
  at -= idKey.length - 1
  if (!startsAt(bytes, at, idKey)) return undefined
  if (startsAt(bytes, at - succeeded.length, succeeded)) return false
  return startsAt(bytes, at - failed.length, failed) ? true : undefined
}

/** Negative `end`: something else stood there. Every later look then fails too, so only the last is checked. */
const nothing = -1 << 30

function numberAt(bytes: Buffer, at: number, key: Buffer): { value: number; end: number } {
  if (!startsAt(bytes, at, key)) return { value: 0, end: nothing }
  let end = at + key.length
  let value = 0
  for (let digit; (digit = (bytes[end] as number) - 0x30) >= 0 && digit <= 9; end++) value = value * 10 + digit
  return { value, end: end === at + key.length || !Number.isSafeInteger(value) ? nothing : end }
}

/** Longest id that is read this way, in bytes. */
const maxIdBytes = 256

function textAt(bytes: Buffer, at: number, key: Buffer): { text: string; end: number } {
  if (!startsAt(bytes, at, key)) return { text: '', end: nothing }
  const start = at + key.length
  for (let end = start; end < start + maxIdBytes; end++) {
    const byte = bytes[end]
    if (byte === quote) return { text: bytes.toString('utf8', start, end), end }
    if (byte === backslash || byte === undefined || byte < 0x20) break
  }
  return { text: '', end: nothing }
}

const isDigitOrComma = (byte: number): boolean => (byte >= 0x30 && byte <= 0x39) || byte === 0x2c

function startsAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  if (at < 0) return false
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}
