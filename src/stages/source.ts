/**
 * Who wrote a message: the one place that reads `source`.
 *
 * @see DSH `packages/llm/src/types.ts`: `MessageSourceMap`
 * @module
 */
import { textOf } from '../pipeline/block.ts'
import { isRecord, type LogEvent } from '../pipeline/event.ts'

/**
 * The author of a message.
 *
 * `user`: came through the user's door, which is not proof of a human. `model`: the session's own model.
 * `checkpoint`: a compaction's summary. `relay`: a message of another session. `tool`: a tool's result.
 * `other`: a plugin, a schedule, anything unknown or unnamed.
 */
export type Source = 'user' | 'model' | 'checkpoint' | 'relay' | 'tool' | 'other'

/** The types of events that carry a message and hold a place on the surface; older formats have only the first three. */
export const messageTypes: readonly string[] = [
  'user/message',
  'assistant/message',
  'tool/result',
  'system/message',
  'developer/message',
]

/** First characters of a relayed message that came through the user's door; recognised byte for byte. */
const relayFrame = 'Cross-session message from another session of this harness.\nfrom-session: '

/** First characters of the request id under which this library's own relays are recorded. */
const relayRequest = 'session-streams-relay:'

const textBlocks: ReadonlySet<'text'> = new Set(['text'] as const)

/** The message inside a surface event: a user message is its own data, the other two wrap theirs. */
export function messageOf(event: LogEvent): Readonly<Record<string, unknown>> | undefined {
  const { data } = event
  if (!isRecord(data)) return undefined
  if (event.type === 'user/message') return data
  return isRecord(data['message']) ? data['message'] : undefined
}

/** Decides who wrote the message in `event`; `undefined` when there is none in it. */
export function sourceOf(event: LogEvent): Source | undefined {
  switch (event.type) {
    case 'assistant/message':
      return 'model'
    case 'tool/result':
      return 'tool'
    case 'user/message':
      return authorOf(event.data)
    case 'system/message':
    case 'developer/message':
      return 'other'
    default:
      return undefined
  }
}

/** Who wrote what came as a user's message. */
function authorOf(message: unknown): Source {
  const source = isRecord(message) ? message['source'] : undefined
  if (!isRecord(message) || !isRecord(source)) return 'other'
  if (isCheckpoint(source)) return 'checkpoint'
  if (source['kind'] !== 'user') return 'other'
  const { rpcId } = source
  if (typeof rpcId === 'string' && rpcId.startsWith(relayRequest)) return 'relay'
  return textOf(message['content'], textBlocks).startsWith(relayFrame) ? 'relay' : 'user'
}

const isCheckpoint = ({ kind, plugin }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'compact-checkpoint' || (kind === 'plugin' && plugin === 'compact')
