/**
 * The shapes that format v0 had before, each brought into today's exactly as the harness does when it opens a log.
 *
 * The readers of `pipeline` do this for whoever only wants to read a text; here the whole event must come out the same.
 * @see DSH `packages/session/session-persistence/src/coordinator.ts`: `migrateLegacy…`
 * @module
 */
import { isRecord } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'

/** What was wrong with a record that looks like an old shape and is none. */
class LegacyFault extends Error {}

/**
 * Brings a record into today's shape; returns it as it is when it has that already.
 *
 * @param id - of the session: identities that were never written are made of it.
 * @param inherited - ids of pre-identity results that took the place of others, by seq. Added to.
 * @throws LegacyFault
 */
export function upgraded(record: RawRecord, id: string, inherited: Map<number, string>): RawRecord {
  switch (record['type']) {
    case 'turn/start':
      return turnStart(record)
    case 'turn/end':
      return turnEnd(record)
    case 'steering/message':
      return userMessage(steering(record, id), id)
    case 'user/message':
      return userMessage(record, id)
    case 'assistant/message':
      return assistantMessage(record, id)
    case 'tool/result':
      return toolResult(record, id, inherited)
    default:
      return record
  }
}

/** The id a message without one is given. */
const legacyId = (id: string, seq: unknown): string => `legacy-message:${id}:${String(seq)}`

function steering(record: RawRecord, id: string): RawRecord {
  const { data } = record
  if (!isRecord(data) || !Number.isSafeInteger(data['turn'])) throw malformed(record)
  const { turn: _, ...rest } = data
  if (isRecord(rest['message']) && hasOnly(rest, ['message']))
    return { ...record, type: 'user/message', data: rest['message'] }
  if (!hasOnly(rest, ['content', 'source'])) throw malformed(record)
  return { ...record, type: 'user/message', data: { ...rest, id: legacyId(id, record['seq']), role: 'user' } }
}

function turnStart(record: RawRecord): RawRecord {
  const { data } = record
  if (!isRecord(data) || !Object.hasOwn(data, 'trigger')) return record
  const { turn, trigger } = data
  const isSound = isTurn(turn) && hasOnly(data, ['turn', 'trigger']) && isRecord(trigger) && isText(trigger['kind'])
  if (!isSound) throw malformed(record)
  return { ...record, data: { turn } }
}

function turnEnd(record: RawRecord): RawRecord {
  const { data } = record
  if (!isRecord(data)) return record
  const { turn, reason } = data
  if (!isTurn(turn) || !hasOnly(data, ['turn', 'reason']) || !isRecord(reason)) throw malformed(record)
  const { kind } = reason
  if (typeof kind !== 'string') throw malformed(record)
  const today = endReason(reason, kind)
  if (today === undefined) throw malformed(record)
  return today === reason ? record : { ...record, data: { ...data, reason: today } }
}

/** `undefined` when it is none. */
function endReason(reason: RawRecord, kind: string): RawRecord | undefined {
  switch (kind) {
    case 'completed':
    case 'blocked':
    case 'max-tokens':
    case 'interrupted':
      return hasOnly(reason, ['kind']) ? reason : undefined
    case 'aborted':
      if (Object.hasOwn(reason, 'reason')) return reason
      return hasOnly(reason, ['kind']) ? { kind, reason: { kind: 'legacy' } } : undefined
    case 'disposed':
      return hasOnly(reason, ['kind']) ? { kind: 'aborted', reason: { kind } } : undefined
    case 'error':
      return Object.hasOwn(reason, 'error') ? reason : endError(reason)
    default:
      return reason
  }
}

function endError(reason: RawRecord): RawRecord | undefined {
  const { kind, step, failure, message, code } = reason
  if (!Number.isSafeInteger(step) || (step as number) < 0) return undefined
  if (isRecord(failure) && hasOnly(reason, ['kind', 'step', 'failure']) && isFailure(failure)) {
    return { kind, error: failure }
  }
  const keys = code === undefined ? ['kind', 'step', 'message'] : ['kind', 'step', 'message', 'code']
  if (!hasOnly(reason, keys) || typeof message !== 'string' || (code !== undefined && typeof code !== 'string')) {
    return undefined
  }
  return { kind, error: { message, code: code ?? 'UNKNOWN' } }
}

function isFailure(failure: RawRecord): boolean {
  const { message, code, status, providerRetryAfterMs, requestId } = failure
  return (
    hasOnly(failure, ['message', 'code'], ['status', 'providerRetryAfterMs', 'requestId']) &&
    typeof message === 'string' &&
    typeof code === 'string' &&
    (status === undefined || typeof status === 'number') &&
    (providerRetryAfterMs === undefined || typeof providerRetryAfterMs === 'number') &&
    (requestId === undefined || typeof requestId === 'string')
  )
}

function userMessage(record: RawRecord, id: string): RawRecord {
  const { data } = record
  if (!isRecord(data) || hasAny(data, ['id', 'role', 'message']) || !hasAll(data, ['content', 'source'])) return record
  return { ...record, data: { ...data, id: legacyId(id, record['seq']), role: 'user' } }
}

function assistantMessage(record: RawRecord, id: string): RawRecord {
  const { data } = record
  if (!isRecord(data) || hasAny(data, ['message']) || !hasAll(data, ['content', 'provenance'])) return record
  const { content, provenance, ...rest } = data
  const source = { ...(isRecord(provenance) ? provenance : {}), kind: 'model' }
  const message = { id: legacyId(id, record['seq']), role: 'assistant', content, source }
  return { ...record, data: { ...rest, message } }
}

function toolResult(record: RawRecord, id: string, inherited: Map<number, string>): RawRecord {
  const { data, surfaceOp, seq } = record
  if (!isRecord(data) || hasAny(data, ['message']) || !hasAll(data, ['callId', 'content', 'isError'])) return record
  const { callId, content, isError, ...rest } = data
  const start = isRecord(surfaceOp) && surfaceOp['op'] === 'replace' ? surfaceOp['start'] : undefined
  let messageId = legacyId(id, seq)
  if (typeof start === 'number') {
    // It has the identity of the one it replaces. If that one's is another than is taken here, the two differ in more
    // than their content, and the fold refuses it.
    messageId = inherited.get(start) ?? legacyId(id, start)
    inherited.set(seq as number, messageId)
  }
  const block = { type: 'tool-result', toolCallId: callId, content, isError }
  const message = { id: messageId, role: 'user', content: [block], source: { kind: 'tool', callId } }
  return { ...record, data: { ...rest, message } }
}

const isTurn = (turn: unknown): boolean => Number.isSafeInteger(turn) && (turn as number) >= 1
const isText = (text: unknown): boolean => typeof text === 'string' && text !== ''
const hasAny = (data: RawRecord, keys: readonly string[]): boolean => keys.some((key) => Object.hasOwn(data, key))
const hasAll = (data: RawRecord, keys: readonly string[]): boolean => keys.every((key) => Object.hasOwn(data, key))
const hasOnly = (data: RawRecord, keys: readonly string[], more: readonly string[] = []): boolean =>
  hasAll(data, keys) && Object.keys(data).every((key) => keys.includes(key) || more.includes(key))

const malformed = ({ type }: RawRecord): LegacyFault => new LegacyFault(`a malformed ${String(type)} of an old shape`)
