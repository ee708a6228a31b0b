/**
 * What a model may ask `get_peer_context`, and the one decision whether it asked that.
 *
 * @module
 */
import { isRecord, SessionId } from '../pipeline/index.ts'
import { maxSessionIdLength } from './access.ts'
import type { JsonSchema } from './json-schema.ts'
import { peerContextCaps } from './peer-context-limits.ts'

const peerContextViews = ['overview', 'conversation', 'activity'] as const
export type PeerContextView = (typeof peerContextViews)[number]

/** A call that is well-formed. */
export interface PeerContextRequest {
  readonly sessionId: SessionId
  readonly view: PeerContextView
  /** Absent: the host's default. */
  readonly maxMessages: number | undefined
}

/** JSON schema of the arguments. A hint for the model: {@link peerContextRequest} decides, not a validator. */
export const peerContextParameters: JsonSchema = {
  type: 'object',
  properties: {
    sessionId: { type: 'string', description: 'Id of the other session.' },
    view: {
      type: 'string',
      enum: [...peerContextViews],
      description: 'conversation: what was said; activity: turn, step and newest tools; overview (default): both.',
    },
    maxMessages: {
      type: 'integer',
      minimum: 1,
      maximum: peerContextCaps.maxMessages,
      description: 'Newest messages to return, 1 to 8. Default 4.',
    },
  },
  required: ['sessionId'],
  additionalProperties: false,
}

/**
 * The request that `args` makes, or `undefined` when anything about them is wrong. Nothing is coerced.
 *
 * `null` for an optional argument means that it was left out.
 */
export function peerContextRequest(args: unknown): PeerContextRequest | undefined {
  if (!isRecord(args) || !Reflect.ownKeys(args).every(isKnown)) return undefined
  const { sessionId, view, maxMessages } = args
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > maxSessionIdLength) return undefined
  if (!isAbsent(view) && !(peerContextViews as readonly unknown[]).includes(view)) return undefined
  if (!isAbsent(maxMessages) && !isCount(maxMessages)) return undefined
  return {
    sessionId: SessionId(sessionId),
    view: isAbsent(view) ? 'overview' : (view as PeerContextView),
    maxMessages: isAbsent(maxMessages) ? undefined : maxMessages,
  }
}

const isKnown = (key: string | symbol): boolean => key === 'sessionId' || key === 'view' || key === 'maxMessages'
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= peerContextCaps.maxMessages
