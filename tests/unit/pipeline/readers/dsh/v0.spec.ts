import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../../../../../src/pipeline/index.ts'
import { log } from '../../../../support/log-builder.ts'
import { asText, readText, type ReadLog } from '../../../../support/read-text.ts'

/** Reads one record of a v0 log. */
async function read(record: object): Promise<ReadLog> {
  const [header] = log().lines()
  return readText(asText([header!, JSON.stringify({ seq: 0, time: 5, ...record })]))
}
const surfaceOp = 'append'
const decoded = async (record: object): Promise<LogEvent> => (await read(record)).events[0]!
const text = [{ type: 'text', text: 'hi' }]

describe('before messages had an identity', () => {
  test("an assistant's content stood in its data", async () => {
    const data = {
      turn: 1,
      step: 2,
      content: text,
      provenance: { provider: 'p', model: 'm' },
      usage: { inputTokens: 1 },
    }
    expect((await decoded({ type: 'assistant/message', data, surfaceOp })).data).toEqual({
      turn: 1,
      step: 2,
      usage: { inputTokens: 1 },
      message: { role: 'assistant', content: text, source: { kind: 'model', provider: 'p', model: 'm' } },
    })
  })

  test("a result's call id and content stood in its data", async () => {
    const data = { turn: 1, step: 2, callId: 'c', content: text, isError: true, error: { code: 'X' } }
    expect((await decoded({ type: 'tool/result', data, surfaceOp })).data).toEqual({
      turn: 1,
      step: 2,
      error: { code: 'X' },
      message: {
        role: 'user',
        source: { kind: 'tool', callId: 'c' },
        content: [{ type: 'tool-result', toolCallId: 'c', content: text, isError: true }],
      },
    })
  })

  test('a steering message was what a user message is now', async () => {
    const event = await decoded({
      type: 'steering/message',
      data: { turn: 1, content: text, source: { kind: 'user' } },
      surfaceOp,
    })
    expect(event).toMatchObject({ type: 'user/message', data: { content: text, source: { kind: 'user' } } })
  })

  test.each(['start', 'end', 'summary', 'prune'])(
    'compact/%s was what compaction has in its name now',
    async (part) => {
      expect((await decoded({ type: `compact/${part}`, data: {} })).type).toBe(`compaction/${part}`)
    },
  )
})

test('messages of today are passed on as they are', async () => {
  const { events } = log().user('hi').assistant('yo').call('a', 'bash').result('a')
  const inFile = await readText(log().user('hi').assistant('yo').call('a', 'bash').result('a').text())
  expect(inFile.events.map(({ data }) => data)).toEqual(events.map(({ data }) => data))
})

describe('what an event cites', () => {
  test('is kept, runs of seqs included', async () => {
    const { events, report } = await read({ type: 'turn/start', data: { turn: 1 }, sourceEventSeqs: [1, [3, 5]] })
    expect([events[0]?.sourceEventSeqs, report.damagedRecords]).toEqual([[1, [3, 5]], 0])
  })

  test('is left out when it is no list', async () => {
    expect(await decoded({ type: 'turn/start', data: {}, sourceEventSeqs: 'all' })).not.toHaveProperty(
      'sourceEventSeqs',
    )
  })
})

test('a replace keeps its range', async () => {
  const replace = { op: 'replace', start: 3, end: 5 }
  const event = await decoded({ type: 'user/message', data: { content: text }, surfaceOp: replace })
  expect(event.surfaceOp).toEqual(replace)
})

test.each([
  ['user/message', {}, 'a user message without content'],
  ['user/message', null, 'a user message without content'],
  ['assistant/message', { message: { content: 'text' } }, 'an assistant message without content'],
  ['assistant/message', [], 'an assistant message without content'],
  ['tool/result', {}, 'a tool result without a call id'],
  ['tool/result', 7, 'a tool result without content'],
])('a %s with %j is damaged', async (type, data, reason) => {
  expect((await read({ type, data, surfaceOp })).report.firstDamage?.reason).toBe(reason)
})
