/**
 * Whole files: what we read from them against what the harness restores.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { restorableLogs } from '../support/arbitraries.ts'
import { harnessStore } from '../support/harness-store.ts'
import { log } from '../support/log-builder.ts'
import { hydratedLogs, testRealLogs } from '../support/real-logs.ts'

/**
 * What is compared of an event: all that a view may read. Left out is what the harness mints for logs of before
 * 2026-07-28 (ids and roles of messages) or drops from them (a turn's trigger, the turn of a message that steered).
 */
function compared({ type, seq, time, data, surfaceOp }: Omit<LogEvent, 'position'>): object {
  const { id: _id, role: _role, trigger: _trigger, message, ...rest } = data as Record<string, unknown>
  const { id: _minted, role: _given, ...said } = (message ?? {}) as Record<string, unknown>
  if (type === 'user/message') delete rest['turn']
  if (type === 'turn/end') rest['reason'] = (rest['reason'] as { kind: string }).kind
  return { type, seq, time, rest, said, surfaceOp }
}

describe('whole files', () => {
  test('are restored by the harness to the events we read', async () => {
    const store = await harnessStore()
    const folder = mkdtempSync(join(tmpdir(), 'session-streams-told-'))
    const path = join(folder, 'session.jsonl')
    await fc.assert(
      fc.asyncProperty(restorableLogs, fc.boolean(), async (story, packed) => {
        const { read, header } = await openLog(story.write(path, { packed }))
        const ours = await collect(pipe(read))
        const theirs = await store.restore(path, header)
        if (typeof theirs === 'string') throw new Error(theirs)
        expect(ours.map(({ position: _, ...event }) => event)).toEqual(theirs.slice(0, ours.length))
      }),
      { numRuns: 100 },
    )
    await store.close()
    rmSync(folder, { recursive: true })
  })

  testRealLogs('hold the events that the harness restores, in every real log it accepts', async () => {
    const store = await harnessStore()
    for (const { path } of hydratedLogs()) {
      const { read, header } = await openLog(path)
      const ours = await collect(pipe(read))
      const theirs = await store.restore(path, header)
      if (typeof theirs === 'string') continue
      expect(ours.map(compared), path).toEqual(
        theirs.slice(0, ours.length).map((event) => compared(event as unknown as LogEvent)),
      )
    }
    await store.close()
  })
})

describe('shapes of before 2026-07-28', () => {
  const provenance = { provider: 'mock', model: 'm' }
  const content = [{ type: 'text', text: 'said' }]
  const source = { kind: 'user' }
  const append = { surfaceOp: 'append' } as const
  const shapes: readonly [string, string, object, object?][] = [
    ['a user message', 'user/message', { content, source }, append],
    ['an assistant message', 'assistant/message', { turn: 1, step: 1, content, provenance }, append],
    ['a tool result', 'tool/result', { turn: 1, step: 1, callId: 'a', content, isError: true }, append],
    ['a message that steers', 'steering/message', { turn: 1, content, source }, append],
    [
      'one that is wrapped',
      'steering/message',
      { turn: 1, message: { id: 'i', role: 'user', content, source } },
      append,
    ],
    ['a turn with a trigger', 'turn/start', { turn: 1, trigger: { kind: 'user' } }],
    ['a turn that was aborted without a reason', 'turn/end', { turn: 1, reason: { kind: 'aborted' } }],
    ['a turn that failed', 'turn/end', { turn: 1, reason: { kind: 'error', step: 1, message: 'm' } }],
  ]
  test.each(shapes)('are brought up to date as the harness does it: %s', async (_, type, data, placement) => {
    const store = await harnessStore()
    const folder = mkdtempSync(join(tmpdir(), 'session-streams-old-'))
    const story = log().event(type, data, placement).turn()
    const { read, header } = await openLog(story.write(join(folder, 'session.jsonl')))
    const ours = await collect(pipe(read))
    const theirs = await store.restore(join(folder, 'session.jsonl'), header)
    if (typeof theirs === 'string') throw new Error(theirs)
    const expected = theirs.slice(0, 2).map((event) => compared(event as unknown as LogEvent))
    expect(ours.map(compared)).toEqual(expected)
    await store.close()
    rmSync(folder, { recursive: true })
  })

  // The harness says `aborted` for these; the contract lists `disposed`, and a file is shown as it is.
  test('keep their own word for a turn that ended with its session', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-streams-old-'))
    const story = log().event('turn/end', { turn: 1, reason: { kind: 'disposed' } })
    const { read } = await openLog(story.write(join(folder, 'session.jsonl')))
    expect(await collect(pipe(read))).toMatchObject([{ type: 'turn/end', data: { reason: { kind: 'disposed' } } }])
    rmSync(folder, { recursive: true })
  })
})
