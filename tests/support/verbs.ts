/**
 * What can happen in a log, for fast-check: each verb appends to a {@link LogBuilder} what the harness would take.
 *
 * @module
 */
import fc from 'fast-check'
import { anyText, hostileText } from './hostile-text.ts'
import type { Json, LogBuilder, Source } from './log-builder.ts'

/** One sentence of a story. */
export type Verb = (story: LogBuilder) => unknown

/** Never empty: the harness refuses a result without an id. Repeats are the rule, not the exception. */
export const callIds: fc.Arbitrary<string> = fc.constantFrom('a', 'a', 'b', 'call-alpha', 'call_00_x', '\ud83d😀')
/** Also the ids that other providers send. */
export const anyCallIds: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: callIds },
  { weight: 1, arbitrary: fc.constant('') },
)

const toolNames = fc.constantFrom('bash', 'read', 'mcp__x.y:z/w', '', 'has space', '<b>', 'n'.repeat(65), '名前')

/** Half of the messages are a person's; the rest is everything else that comes in the user role. */
const sources: fc.Arbitrary<Source> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Source>({ kind: 'user' }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom<Source>(
      { kind: 'user', rpcId: 'rpc-1' },
      { kind: 'user', rpcId: 'session-streams-relay:6a989c18' },
      { kind: 'plugin', plugin: 'compact' },
      { kind: 'compact-checkpoint' },
      { kind: 'plugin', plugin: 'session-streams', form: 'relay' },
      { kind: 'plugin', plugin: '@deepseek-ai/dsh-system-prompt', form: 'snapshot' },
      { kind: 'schedule' },
      { kind: 'session-reference', form: 'recall' },
      { kind: 'plugin:user' },
      { kind: 'User' },
    ),
  },
)

const block: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => ({ type: 'text', text })) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ type: 'reasoning', text: `reasoning ${text}` })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>(
      { type: 'image', attachment: { attachmentId: 'i', mediaType: 'image/png', bytes: 1, width: 1, height: 1 } },
      { type: 'file', text: 'file text' },
      { type: 'tool-call', id: 'a', name: 'bash', arguments: '{"planted":"argument"}' },
      { type: 'plugin:note', text: 'unknown text' },
      { type: 'text' },
      { type: 'text', text: 7 },
    ),
  },
)
const content = fc.array(block, { minLength: 0, maxLength: 3, size: 'max' })

/** A place in a list of any length, kept by its order when the list shrinks. */
const place = fc.nat(1000)

export const starts: fc.Arbitrary<Verb> = fc.constantFrom<Verb>(
  (story) => story.turn(),
  (story) => story.step(),
  (story) => story.endStep(),
)
/** Ends with everything that must not show; the harness takes these only in one shape each. */
export const ends: fc.Arbitrary<Verb> = fc
  .constantFrom('completed', 'aborted', 'blocked', 'error', 'max-tokens', 'interrupted', 'disposed', 'odd kind')
  .map(
    (kind): Verb =>
      (story) =>
        story.endTurn(kind, { error: { message: 'planted message', code: 'X' } }),
  )
export const plainEnds: fc.Arbitrary<Verb> = fc.constantFrom('completed', 'blocked', 'max-tokens', 'interrupted').map(
  (kind): Verb =>
    (story) =>
      story.endTurn(kind),
)

export const messages: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(content, sources).map(
      ([blocks, source]): Verb =>
        (story) =>
          story.user(blocks, source),
    ),
  },
  {
    weight: 4,
    arbitrary: content.map(
      (blocks): Verb =>
        (story) =>
          story.assistant(blocks),
    ),
  },
  {
    weight: 1,
    arbitrary: content.map(
      (blocks): Verb =>
        (story) =>
          story.assistant(blocks, { interrupted: true }),
    ),
  },
)

export const deltas: fc.Arbitrary<Verb> = fc
  .tuple(fc.array(hostileText, { minLength: 1, maxLength: 5 }), fc.nat(2), fc.nat(1))
  .map(([texts, kind, index]): Verb => (story) => {
    if (kind === 2) story.callDeltas('a', texts, index === 0 ? 'bash' : undefined, index)
    else story.deltas(texts, kind === 1 ? 'reasoning' : 'text', index)
  })

const results = fc.record(
  {
    isError: fc.boolean(),
    error: fc.constant({ name: 'ToolError', code: 'PLANTED' }),
    meta: fc.constant({ planted: 'meta' }),
  },
  { requiredKeys: [] },
)
export const calls = (ids: fc.Arbitrary<string>): fc.Arbitrary<Verb> =>
  fc.oneof(
    fc.tuple(ids, toolNames).map(
      ([id, name]): Verb =>
        (story) =>
          story.call(id, name, { planted: 'argument' }),
    ),
    fc.tuple(ids, results).map(
      ([id, options]): Verb =>
        (story) =>
          story.result(id, options),
    ),
  )

/** Log-only events of known types whose data is not what the type says. */
const malformed: fc.Arbitrary<Verb> = fc
  .constantFrom<[string, Json]>(
    ['turn/start', { turn: '1' }],
    ['turn/end', { turn: 1 }],
    ['turn/end', null],
    ['step/start', { turn: 1 }],
    ['tool/call', { turn: 1, step: 1, callId: 7, name: 'bash', arguments: '' }],
    ['tool/call', { turn: 1, step: 1, callId: 'a' }],
    ['tool/call', []],
    ['session/title', { title: 7 }],
    ['session/title', null],
  )
  .map(
    ([type, data]): Verb =>
      (story) =>
        story.event(type, data),
  )

export const others: fc.Arbitrary<Verb> = fc.oneof(
  malformed,
  // How newer formats end what a fork copied.
  fc.constantFrom<Json>({ inherited: true }, {}).map(
    (data): Verb =>
      (story) =>
        story.event('session/end-seed', data),
  ),
  anyText.map(
    (title): Verb =>
      (story) =>
        story.title(title),
  ),
  fc.constant<Verb>((story) => story.event('todo/write', { todos: [{ content: 'planted', status: 'pending' }] })),
  fc.constant<Verb>((story) => story.event('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [] })),
  fc.nat(2_000_000).map(
    (time): Verb =>
      (story) =>
        story.at(1_699_999_000_000 + time),
  ),
)

/** Replaces the nodes from place `from` on, `length` of them; both counted in what is there. */
const replaceAt = (from: number, length: number, blocks: readonly Json[], source: Source): Verb => {
  return (story) => {
    const start = story.surface[from]
    const end = story.surface[Math.min(from + length, story.surface.length) - 1]
    if (start !== undefined && end !== undefined) story.replace(start, end, blocks, source)
  }
}

/** Of the newest nodes: what a view has in its window goes, and what it had let go comes back. */
const replacesOfTheNewest: fc.Arbitrary<Verb> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), content, sources)
  .map(([newest, blocks, source]): Verb => (story) => {
    replaceAt(Math.max(0, story.surface.length - newest), newest, blocks, source)(story)
  })

/** Of any range, of the newest nodes, of everything, and of single results. */
export const replaces: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(place, fc.integer({ min: 1, max: 8 }), content, sources).map(
      ([from, length, blocks, source]): Verb =>
        (story) =>
          replaceAt(from % Math.max(1, story.surface.length), length, blocks, source)(story),
    ),
  },
  { weight: 2, arbitrary: replacesOfTheNewest },
  {
    weight: 1,
    arbitrary: hostileText.map(
      (text): Verb =>
        (story) =>
          story.surface.length > 0 && story.checkpoint(text),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(place, hostileText).map(([at, text]): Verb => (story) => {
      const nodes = story.surface.filter((node) => story.events[node]?.type === 'tool/result')
      const seq = nodes[at % Math.max(1, nodes.length)]
      if (seq !== undefined) story.rewriteResult(seq, text)
    }),
  },
)

/** Mostly short messages that a conversation shows, and now and then a replace of the newest. */
export const chat: fc.Arbitrary<Verb> = fc.oneof(
  {
    weight: 12,
    arbitrary: hostileText.map(
      (text): Verb =>
        (story) =>
          story.user(`${story.events.length} ${text}`),
    ),
  },
  { weight: 1, arbitrary: replacesOfTheNewest },
  { weight: 1, arbitrary: replaces },
)
