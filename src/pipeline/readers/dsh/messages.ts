/**
 * The shapes messages have had on disk, each brought into the one of the model.
 *
 * Before 2026-07-28 messages had no identity: an assistant's content stood in `data`, a result's call id too.
 * From v4 on a result is no block in a user's message any more, but a message of its own role.
 * @module
 */
import { isRecord } from '../../event.ts'
import type { RawRecord } from './envelope.ts'

/** `user/message`: the data is the message; a message that steered could be wrapped in old logs. */
export function userMessage(data: unknown): RawRecord | string {
  if (!isRecord(data)) return 'a user message without content'
  if (Array.isArray(data['content'])) return data
  const { message } = data
  return isRecord(message) && Array.isArray(message['content']) ? message : 'a user message without content'
}

/** `assistant/message`: the data wraps the message, or in old logs is it. */
export function assistantMessage(data: unknown): RawRecord | string {
  if (!isRecord(data)) return 'an assistant message without content'
  if (hasMessage(data)) return data
  const { message: _, content, provenance, ...rest } = data
  if (!Array.isArray(content)) return 'an assistant message without content'
  const source = { kind: 'model', ...(isRecord(provenance) ? provenance : {}) }
  return { ...rest, message: { role: 'assistant', content, source } }
}

/** `tool/result` up to v3: the message holds one block, which names the call; in old logs the data does. */
export function toolResult(data: unknown): RawRecord | string {
  if (!isRecord(data)) return 'a tool result without content'
  if (hasMessage(data)) return data
  const { message: _, callId, content, isError, ...rest } = data
  if (typeof callId !== 'string') return 'a tool result without a call id'
  return { ...rest, message: resultMessage(callId, content, isError, { source: { kind: 'tool', callId } }) }
}

/** `tool/result` from v4 on: the message itself names the call and says whether it failed. */
export function toolMessage(data: unknown): RawRecord | string {
  if (!isRecord(data) || !isRecord(data['message'])) return 'a tool result without content'
  const { toolCallId, content, isError, ...message } = data['message']
  if (typeof toolCallId !== 'string') return toolResult(data)
  return { ...data, message: resultMessage(toolCallId, content, isError, message) }
}

/** `system/message` and `developer/message`: they hold a place on the surface and are nobody's words. */
export function wrappedMessage(data: unknown): RawRecord | string {
  return isRecord(data) && isRecord(data['message']) ? data : 'a system message without content'
}

function resultMessage(toolCallId: string, content: unknown, isError: unknown, message: RawRecord): RawRecord {
  return { ...message, role: 'user', content: [{ type: 'tool-result', toolCallId, content, isError }] }
}

const hasMessage = ({ message }: RawRecord): boolean => isRecord(message) && Array.isArray(message['content'])
