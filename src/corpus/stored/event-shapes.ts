/**
 * What the harness demands of an event before it opens a stored session.
 *
 * @see DSH `packages/core/session/src/index.ts`: `assertMessageEventShape`, `assertSessionEventEnvelope`
 * @module
 */
import { isSeq } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import { v0Types } from '../../pipeline/readers/dsh/v0-types.ts'

/** Types this library reads under the names of old writers, and the harness does not. */
const unreadByHarness: ReadonlySet<string> = new Set([
  'compact/start',
  'compact/end',
  'compact/summary',
  'compact/prune',
  'steering/message',
])

/** Whether the harness knows the type: a log with one it does not know, and not marked as ignorable, is refused. */
export const isKnownType = (type: unknown): boolean =>
  v0Types.has(type as string) && !unreadByHarness.has(type as string)

/** Whether events of this type hold a place on the surface. */
export const isMessageType = (type: unknown): boolean =>
  type === 'user/message' || type === 'assistant/message' || type === 'tool/result'

/** Says in words why an event is of a kind that is no longer read. */
export function retiredFault(event: RawRecord): string | undefined {
  const { type, data } = event
  if (type === 'request/header-delta' || type === 'mode/set') return 'an event of a kind that is no longer read'
  if (type !== 'request/header') return undefined
  if (data === null || data === undefined) return 'a request header without data'
  return (data as RawRecord)['reason'] === 'fallback' ? 'a request header of a kind that is no longer read' : undefined
}

/** Says in words what is wrong with the message an event carries. */
export function messageFault(event: RawRecord): string | undefined {
  const { type } = event
  if (!isMessageType(type)) return undefined
  const data = objectOf(event['data'])
  const message = type === 'user/message' ? data : objectOf(data?.['message'])
  if (message === undefined || !isText(message['id'])) return 'a message without an identity'
  if (message['role'] !== (type === 'assistant/message' ? 'assistant' : 'user')) return 'a message of the wrong role'
  const source = objectOf(message['source'])
  if (source === undefined || !isText(source['kind'])) return 'a message without a source'
  const { content } = message
  if (!Array.isArray(content)) return 'a message without content'
  if (type === 'assistant/message') {
    return source['kind'] === 'model' && hasModel(source) ? undefined : 'an assistant message that is not of a model'
  }
  return type === 'tool/result' ? resultFault(source, content) : undefined
}

function resultFault(source: RawRecord, content: readonly unknown[]): string | undefined {
  const { kind, callId } = source
  if (kind !== 'tool' || !isText(callId)) return 'a tool result that is not of a tool'
  const block = objectOf(content[0])
  if (content.length !== 1 || block?.['type'] !== 'tool-result' || !Array.isArray(block['content'])) {
    return 'a tool result that is not one block'
  }
  return block['toolCallId'] === callId ? undefined : 'a tool result that names two calls'
}

const envelopeKeys: ReadonlySet<string> = new Set([
  'type',
  'seq',
  'time',
  'data',
  'surfaceOp',
  'sourceEventSeqs',
  'ignorable',
])

/** Says in words what is wrong with what every event has, and with a request header. */
export function envelopeFault(event: RawRecord): string | undefined {
  for (const key in event) if (!envelopeKeys.has(key)) return 'an event with more in it than an event has'
  const { type, seq, time, data, ignorable } = event
  const isSound =
    typeof type === 'string' &&
    isSeq(seq) &&
    Number.isSafeInteger(time) &&
    data !== undefined &&
    (ignorable === undefined || ignorable === true)
  if (!isSound) return 'an event whose type, seq, time or data is wrong'
  return type === 'request/header' ? requestFault(objectOf(data)) : undefined
}

function requestFault(data: RawRecord | undefined): string | undefined {
  const header = recordOf(data?.['header'])
  const config = objectOf(header?.['config'])
  if (config === undefined || !hasModel(config)) return 'a request header without provider and model'
  const { reasoningEffort } = config
  if (reasoningEffort !== undefined && !isText(reasoningEffort)) return 'a request header with a wrong reasoningEffort'
  const defaults = header?.['adapterDefaults']
  if (defaults === undefined) return undefined
  const isSound =
    recordOf(defaults) !== undefined &&
    Object.entries(defaults as object).every(
      ([key, mark]) => (key === 'reasoningEffort' || key === 'maxTokens') && mark === true && config[key] !== undefined,
    )
  return isSound ? undefined : 'a request header with wrong adapterDefaults'
}

/** An object; an array is one too. */
const objectOf = (value: unknown): RawRecord | undefined =>
  typeof value === 'object' && value !== null ? (value as RawRecord) : undefined
const recordOf = (value: unknown): RawRecord | undefined => (Array.isArray(value) ? undefined : objectOf(value))
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const hasModel = ({ provider, model }: RawRecord): boolean => isText(provider) && isText(model)
