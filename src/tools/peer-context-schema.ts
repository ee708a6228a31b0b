/**
 * JSON schema of the value of `get_peer_context`: what a host may check a result against before it passes it on.
 *
 * @module
 */
import { runtimeStatuses } from './access.ts'
import type { JsonSchema } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const number: JsonSchema = { type: 'number' }
const oneOfWords = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words] })
const orNull = (node: JsonSchema): JsonSchema => ({ oneOf: [node, { type: 'null' }] })
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** An object with exactly these properties; those in `optional` may be absent. */
function closed(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

const counts = (...names: readonly string[]): JsonSchema =>
  closed(Object.fromEntries(names.map((name) => [name, integer])))

const conversation = closed({
  messages: list(
    closed(
      {
        seq: integer,
        time: number,
        role: oneOfWords('user', 'assistant'),
        checkpoint: { type: 'boolean' },
        text,
        truncated: { type: 'boolean' },
      },
      ['truncated'],
    ),
  ),
  retention: closed(
    {
      eligibleMessages: integer,
      returnedMessages: integer,
      omittedMessages: integer,
      eligibleBytes: integer,
      returnedBytes: integer,
      omittedBytes: integer,
      redactions: integer,
    },
    ['redactions'],
  ),
})

const state = oneOfWords('unknown', 'running', 'ended')
const activity = closed({
  turn: closed({ state, turn: number, lastEndReason: text }, ['turn', 'lastEndReason']),
  step: closed({ state, turn: number, step: number }, ['turn', 'step']),
  tools: list(closed({ name: text, status: oneOfWords('running', 'completed', 'error'), time: number, callId: text })),
  retention: counts('eligibleTools', 'returnedTools', 'omittedTools'),
})

const log = closed(
  {
    damagedRecords: integer,
    unknownEvents: integer,
    firstDamage: closed({ record: integer, byte: integer, reason: text }),
  },
  ['firstDamage'],
)

/** The schema. A host that compiles results to types shows them to code that calls the tool. */
export const peerContextSchema: JsonSchema = closed(
  {
    schemaVersion: { type: 'integer', enum: [1] },
    sessionId: text,
    title: orNull(text),
    runtimeStatus: oneOfWords(...runtimeStatuses),
    capturedThroughSeq: orNull(integer),
    capturedAt: number,
    trustWarning: text,
    conversation,
    activity,
    log,
  },
  ['conversation', 'activity', 'log'],
)
