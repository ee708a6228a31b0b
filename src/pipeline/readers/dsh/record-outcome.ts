/**
 * Reads of a tool call only its ids and name, of a result only its ids from the head of the record and whether it
 * failed from the tail. What stands between them, often most of a log, is neither decoded nor parsed.
 *
 * @see DSH `packages/core/session/src/types.ts`: `tool/call`, `tool/result`, in the key order the harness writes
 * @module
 */
import type { LogEvent } from '../../event.ts'
import { startsAt } from './starts-at.ts'

/** Where the head of a record ends, and what it said. */
export interface OutcomeHead {
  readonly type: string
  readonly seq: number
  readonly time: number
  /** Offset in the bytes of what follows `"data":{`. */
  readonly dataAt: number
}

/** The types of which the outcome can be read without the rest. */
export const skimmedTypes: readonly string[] = ['tool/call', 'tool/result']

/** The types that are nothing but two numbers: read on their bytes whenever they are asked for. */
export const stepTypes: readonly string[] = ['step/start', 'step/end']

const turnKey: Buffer = Buffer.from('"turn":')
const stepKey: Buffer = Buffer.from(',"step":')
const callKey: Buffer = Buffer.from(',"callId":"')
const nameKey: Buffer = Buffer.from('","name":"')
const argumentsKey: Buffer = Buffer.from('","arguments":"')
const messageKey: Buffer = Buffer.from(',"message":{"source":{"kind":"tool","callId":"')
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
 * The event without its arguments or content.
 *
 * @param end - offset behind the record's last byte.
 * @returns `undefined` when the record is not written exactly as the harness writes a step, a call, or a result
 *   without `error` and `meta`: it then has to be parsed.
 */
export function skimOutcome(bytes: Buffer, head: OutcomeHead, end: number, position: number): LogEvent | undefined {
  const turn = numberAt(bytes, head.dataAt, turnKey)
  const step = numberAt(bytes, turn.end, stepKey)
  if (stepTypes.includes(head.type)) return stepAt(head, turn.value, step, end, position)
  const isCall = startsAt(bytes, step.end, callKey)
  const data = isCall ? callAt(bytes, step.end, end) : resultAt(bytes, step.end, end)
  if (data === undefined) return undefined
  const { seq, time } = head
  const event = { seq, time, data: { turn: turn.value, step: step.value, ...data }, position }
  return isCall ? { type: 'tool/call', ...event } : { type: 'tool/result', ...event, surfaceOp: 'append' }
}

function stepAt(
  { type, seq, time }: OutcomeHead,
  turn: number,
  step: { value: number; end: number },
  end: number,
  position: number,
): LogEvent | undefined {
  // The two braces that close data and record were looked at with the head.
  return step.end === end - 2 ? { type, seq, time, data: { turn, step: step.value }, position } : undefined
}

function callAt(bytes: Buffer, at: number, end: number): object | undefined {
  const id = textAt(bytes, at, callKey)
  const name = textAt(bytes, id.end, nameKey)
  const isCall = startsAt(bytes, name.end, argumentsKey) && startsAt(bytes, end - messageTail.length, messageTail)
  return isCall ? { callId: id.text, name: name.text } : undefined
}

function resultAt(bytes: Buffer, at: number, end: number): object | undefined {
  const call = textAt(bytes, at, messageKey)
  const block = textAt(bytes, call.end, blockKey)
  if (!startsAt(bytes, block.end, contentKey)) return undefined
  const isError = outcomeAt(bytes, end)
  if (isError === undefined) return undefined
  const content = [{ type: 'tool-result', toolCallId: block.text, content: [], isError }]
  return { message: { role: 'user', source: { kind: 'tool', callId: call.text }, content } }
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
