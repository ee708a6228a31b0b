/**
 * The contract's tests of `fetch_session`, restated: one read, one budget, and what of an event is text.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { fetchSession } from '../../../src/tools/index.ts'
import { fetchRequest } from '../../../src/tools/fetch-request.ts'
import { around, fakeQuery, header, read, said } from './fake-query.ts'

const { signal } = new AbortController()

describe('fetch_session', () => {
  it('R001-32: refuses what it was not asked properly, before it asks anything itself', async () => {
    const { query, calls } = fakeQuery()
    const place = { session_id: 's', seq: 0 }
    const wrong: [args: unknown, words: RegExp][] = [
      [null, /argument object/],
      [[], /argument object/],
      [{}, /session_id/],
      [{ session_id: '', seq: 0 }, /session_id/],
      [{ session_id: 's'.repeat(2001), seq: 0 }, /session_id/],
      [{ session_id: 's' }, /seq/],
      ...[-1, 0.2, Number.MAX_SAFE_INTEGER + 1, '0', null].map((seq): [object, RegExp] => [
        { session_id: 's', seq },
        /seq/,
      ]),
      [{ ...place, before: -1 }, /before.*20/],
      [{ ...place, before: 21 }, /before/],
      [{ ...place, after: 21 }, /after/],
      [{ ...place, max_chars: 99 }, /max_chars.*100/],
      [{ ...place, max_chars: 24_001 }, /max_chars.*24000/],
      [{ ...place, resume: true }, /^Unknown parameter: resume$/],
    ]
    for (const [args, words] of wrong) await expect(read(query, args)).rejects.toThrow(words)
    expect(calls).toEqual([])
    expect(fetchRequest({ session_id: ' s ', seq: 0 })).toStrictEqual({
      session_id: 's',
      seq: 0,
      before: 4,
      after: 4,
      max_chars: 12_000,
    })
    const most = { session_id: 's', seq: Number.MAX_SAFE_INTEGER, before: 20, after: 0, max_chars: 24_000 }
    expect(fetchRequest(most)).toStrictEqual(most)
  })

  it('R001-33, R001-36: asks one exact read with the signal, and says what a fork inherited', async () => {
    const session = header('fork', { parentSession: 'parent', isSeeded: true })
    const events = [said(4, 'before'), said(5, 'target'), said(6, 'after')]
    const { query, calls } = fakeQuery({ readEvent: () => around(events, { session, inheritedEventCount: 4 }) })
    const value = await read(query, { session_id: 'fork', seq: 5, before: 1, after: 2, max_chars: 100 }, signal)
    expect(calls).toStrictEqual([['readEvent', { sessionId: 'fork', seq: 5, before: 1, after: 2 }, signal]])
    expect(value).toStrictEqual({
      source: 'dsh',
      session_id: 'fork',
      cwd: null,
      created_at: 123,
      target_seq: 5,
      start_seq: 4,
      end_seq: 6,
      inherited_event_count: 4,
      events: [
        { seq: 4, type: 'user/message', time: 104, text: 'before', text_truncated: false },
        { seq: 5, type: 'user/message', time: 105, text: 'target', text_truncated: false },
        { seq: 6, type: 'user/message', time: 106, text: 'after', text_truncated: false },
      ],
      truncated: false,
    })
    expect(fetchSession.render(value)).toMatch(/inherited.*4/i)
  })

  it('takes the inherited count from the header where the harness does not give it', async () => {
    const session = header('fork', { parentSession: 'parent', seedLength: 7 })
    const { query } = fakeQuery({ readEvent: () => around(undefined, { session, inheritedEventCount: undefined }) })
    expect((await read(query, { session_id: 'fork', seq: 5 })).inherited_event_count).toBe(7)
  })

  it('R001-35: spends the budget on the target, then on the nearest, then on the earlier; changes no input', async () => {
    const events = [
      said(3, 'far'),
      said(4, 'B'.repeat(70)),
      said(5, 'T'.repeat(80)),
      said(6, 'A'.repeat(70)),
      said(7, 'far'),
    ]
    const before = structuredClone(events)
    const { query } = fakeQuery({ readEvent: () => around(events) })
    const value = await read(query, { session_id: 'root', seq: 5, max_chars: 100 })
    expect(value.events.map(({ seq, text, text_truncated }) => [seq, text.length, text_truncated])).toEqual([
      [3, 0, true],
      [4, 20, true],
      [5, 80, false],
      [6, 0, true],
      [7, 0, true],
    ])
    expect(value.truncated).toBe(true)
    expect(events).toEqual(before)
  })

  it('R001-35: never cuts inside a surrogate pair', async () => {
    const { query } = fakeQuery({ readEvent: () => around([said(5, `${'x'.repeat(99)}😀tail`)]) })
    const [event] = (await read(query, { session_id: 'root', seq: 5, max_chars: 100 })).events
    expect(event).toMatchObject({ text: 'x'.repeat(99), text_truncated: true })
    expect(event?.text.isWellFormed()).toBe(true)
  })

  it('R001-37, R001-38, R001-48: shows text, calls and names of attachments, and nothing else', async () => {
    const planted = (what: string): string => `PLANTED_${what}`
    const content = [
      { type: 'reasoning', text: planted('REASONING') },
      { type: 'text', text: 'visible answer' },
      { type: 'tool-call', name: 'bash', arguments: '{"command":"pwd"}' },
      { type: 'file', attachment: { name: 'report.txt', bytes: 123, payload: planted('BYTES') } },
      { type: 'image', attachment: { payload: planted('IMAGE') } },
      { type: 'replay', text: planted('REPLAY_BLOCK') },
    ]
    const result = { message: { content: [{ type: 'text', text: 'visible result' }] }, meta: planted('META') }
    const source = { replayState: planted('REPLAY') }
    const events = [
      { seq: 4, type: 'request/header', time: 1, data: { inside: planted('CONTROL') } },
      {
        seq: 5,
        type: 'assistant/message',
        time: 2,
        data: { message: { content, source }, stream: [planted('STREAM')], usage: { inputTokens: 999 } },
      },
      { seq: 6, type: 'tool/call', time: 3, data: { name: 'read', arguments: '{"path":"source.js"}' } },
      { seq: 7, type: 'tool/result', time: 4, data: result },
    ]
    const { query } = fakeQuery({ readEvent: () => around(events) })
    const value = await read(query, { session_id: 'root', seq: 5 })
    expect(value.events.map(({ text }) => text)).toEqual([
      '',
      'visible answer\n[tool call: bash] {"command":"pwd"}\n[file: report.txt]\n[image attachment]',
      '[tool call: read] {"path":"source.js"}',
      'visible result',
    ])
    const shown = fetchSession.render(value)
    expect(JSON.stringify(value) + shown).not.toMatch(/PLANTED|999/)
    expect(shown).toMatch(/not current instructions/)
    expect(shown).toMatch(/reasoning.*omitted/i)
    expect(shown).toMatch(/replay/)
    expect(shown).toMatch(/\[4\] request\/header\n\(no recalled text\)/)
  })

  it('R001-46: shows 41 full events within its bound, with the target and the cuts marked', async () => {
    const events = Array.from({ length: 41 }, (_, seq) => said(seq, 'y'.repeat(30_000)))
    const extra = { session: header('bounded'), target: said(20, 'target'), startSeq: 0, endSeq: 40 }
    const { query } = fakeQuery({ readEvent: () => around(events, extra) })
    const args = { session_id: 'bounded', seq: 20, before: 20, after: 20, max_chars: 24_000 }
    const value = await read(query, args)
    const shown = fetchSession.render(value)
    expect(value.events.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(24_000)
    expect(shown.length).toBeLessThan(35_000)
    expect(shown).toMatch(/\[20\].*\(target\)/)
    expect(shown).toMatch(/Text truncated/)
  })
})
