/**
 * Format v0: the log of DSH up to 0.1.1, in both message shapes that occur under that version.
 *
 * Before 2026-07-28 messages had no identity: an assistant's content stood in `data`, a result's call id too.
 * @see DSH `packages/core/session/src/types.ts` and `known-event-types.ts`
 * @module
 */
import { isRecord, isSeq, type LogEvent, type SurfaceOp } from '../../event.ts'
import type { Generation } from './generation.ts'
import { v0Types } from './v0-types.ts'

type Data = Readonly<Record<string, unknown>>

/** Format v0. */
export const v0: Generation = {
  version: 0,
  knownTypes: v0Types,
  renamed: new Map([
    ['steering/message', 'user/message'],
    ['compact/start', 'compaction/start'],
    ['compact/end', 'compaction/end'],
    ['compact/summary', 'compaction/summary'],
    ['compact/prune', 'compaction/prune'],
  ]),
  decode(record, position) {
    const { seq, time, data } = record
    if (typeof record['type'] !== 'string') return 'a record without a type'
    if (!isSeq(seq)) return 'an event whose seq is not a whole number'
    if (typeof time !== 'number' || !Number.isFinite(time)) return 'an event whose time is not a number'
    if (data === undefined) return 'an event without data'
    const type = v0.renamed.get(record['type']) ?? record['type']
    const shaped = shapes[type]?.(data) ?? data
    if (typeof shaped === 'string' && shapes[type] !== undefined) return shaped
    const op = record['surfaceOp']
    if (shapes[type] !== undefined && !isSurfaceOp(op)) return 'a message without a valid surfaceOp'
    return {
      type,
      seq,
      time,
      data: shaped,
      ...(op !== undefined && { surfaceOp: op as SurfaceOp }),
      ...(Array.isArray(record['sourceEventSeqs']) && { sourceEventSeqs: record['sourceEventSeqs'] as unknown[] }),
      ...(record['ignorable'] === true && { ignorable: true }),
      position,
    }
  },
}

/** Brings a surface event's data into the later shape, or says what is wrong with it. */
const shapes: Readonly<Record<string, (data: unknown) => Data | string>> = {
  'user/message': (data) => (isRecord(data) && Array.isArray(data['content']) ? data : 'a user message without content'),

  'assistant/message'(data) {
    if (!isRecord(data)) return 'an assistant message without content'
    const { message, content, provenance, ...rest } = data
    if (isRecord(message) && Array.isArray(message['content'])) return data
    if (!Array.isArray(content)) return 'an assistant message without content'
    const source = { kind: 'model', ...(isRecord(provenance) ? provenance : {}) }
    return { ...rest, message: { role: 'assistant', content, source } }
  },

  'tool/result'(data) {
    if (!isRecord(data)) return 'a tool result without content'
    const { message, callId, content, isError, ...rest } = data
    if (isRecord(message) && Array.isArray(message['content'])) return data
    if (typeof callId !== 'string') return 'a tool result without a call id'
    const block = { type: 'tool-result', toolCallId: callId, content, isError }
    return { ...rest, message: { role: 'user', source: { kind: 'tool', callId }, content: [block] } }
  },
}

function isSurfaceOp(op: unknown): op is SurfaceOp {
  return op === 'append' || (isRecord(op) && op['op'] === 'replace' && isSeq(op['start']) && isSeq(op['end']))
}
