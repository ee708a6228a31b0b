/**
 * Logs of format v2 and later, told record by record, in the key order of those writers: seq and time last.
 *
 * @module
 */

type JsonObject = Readonly<Record<string, unknown>>

/** A record without seq and time; both are given in order. */
export interface LaterRecord {
  readonly type: string
  readonly data: unknown
  readonly sourceEventSeqs?: readonly unknown[]
  readonly surfaceOp?: unknown
  readonly ignorable?: true
}

/** The lines of a log of this format. */
export function laterLines(version: number, records: readonly LaterRecord[], header: JsonObject = {}): string[] {
  const createdAt = 1_700_000_000_000
  const first = {
    type: 'session',
    version,
    id: 'session-later',
    createdAt,
    cwd: '/srv/app',
    isSeeded: false,
    ...header,
  }
  return [first, ...records.map((record, seq) => ({ ...record, seq, time: createdAt + 10 * seq }))].map((record) =>
    JSON.stringify(record),
  )
}

const text = (value: string): JsonObject => ({ type: 'text', text: value })
const place = { turn: 1, step: 1 }

/** A message in the user's role. */
export const user = (content: string, source: JsonObject = { kind: 'user' }): LaterRecord => ({
  type: 'user/message',
  data: { content: [text(content)], source, role: 'user', id: `user ${content}` },
  surfaceOp: 'append',
})

/** An answer, with the stream it was made of. */
export const assistant = (content: string): LaterRecord => ({
  type: 'assistant/message',
  data: {
    ...place,
    message: { role: 'assistant', content: [text(content)], source: { kind: 'model' }, id: `assistant ${content}` },
    stream: [{ type: 'text-chunks', time0: 0, index: 0, dt: [], texts: [`planted delta ${content}`] }],
  },
  surfaceOp: 'append',
})

/** A message to the model that nobody said: `system` or `developer`. */
export const told = (role: 'system' | 'developer', content: string): LaterRecord => ({
  type: `${role}/message`,
  data: { ...place, message: { role, content: [text(content)], source: { kind: `${role}-prompt` } } },
  surfaceOp: 'append',
})

export const call = (callId: string, name = 'bash'): LaterRecord => ({
  type: 'tool/call',
  data: { ...place, callId, name, arguments: '{"planted":"argument"}' },
})

/** A result as v4 has it: a message of its own role, which says itself whether it failed. */
export const toolResult = (callId: string, isError: boolean): LaterRecord => ({
  type: 'tool/result',
  data: {
    ...place,
    message: {
      role: 'tool',
      source: { kind: 'tool', callId },
      toolCallId: callId,
      content: [text('planted result')],
      isError,
    },
  },
  surfaceOp: 'append',
})

/** A compaction's summary in the place of a range; `keys` are those of the format. */
export const summary = (
  content: string,
  surfaceOp: JsonObject,
  cites: readonly unknown[],
  source: JsonObject,
): LaterRecord => ({
  ...user(content, source),
  surfaceOp: { op: 'replace', ...surfaceOp },
  sourceEventSeqs: cites,
})

/** The mark after what a fork copied. */
export const endSeed = (data: JsonObject = { inherited: true }): LaterRecord => ({ type: 'session/end-seed', data })

export const turnStart = (turn: number): LaterRecord => ({ type: 'turn/start', data: { turn } })
