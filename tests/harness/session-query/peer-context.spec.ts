/**
 * `get_peer_context` and session memory in a real harness in which the drop-in is mounted.
 *
 * @module
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import CommandRegistry from '@deepseek-ai/dsh-commands'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generatedLines } from '../../../bench/log-generator.ts'
import { bootHarness, type Harness } from '../../../demo/boot-harness.ts'
import * as memory from '../../../src/plugin/memory/index.ts'
import type { PeerContextValue } from '../../../src/tools/index.ts'
import { restorableLogs } from '../../support/arbitraries.ts'
import { log } from '../../support/log-builder.ts'
import { zstdLog } from '../../support/zstd-log.ts'
import { tell } from '../tell.ts'
import type { StreamingQuery } from './two-engines.ts'

const views = ['overview', 'conversation', 'activity'] as const

/** A harness with a caller in `/srv/app`. */
interface Asked {
  readonly harness: Harness
  readonly caller: Session
}

let root: string
let shipped: Asked
let dropIn: Asked

async function boot(options: { readonly streaming: boolean; readonly search?: boolean }): Promise<Asked> {
  const harness = await bootHarness({ ...options, root, compression: 'zstd' })
  const id = options.streaming ? 'caller-2' : 'caller-1'
  return { harness, caller: await tell(harness, log({ id }).title('Caller')) }
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'session-streams-'))
  shipped = await boot({ streaming: false })
  dropIn = await boot({ streaming: true })
})
afterEach(async () => {
  await shipped.harness.close()
  await dropIn.harness.close()
  rmSync(root, { recursive: true, force: true })
})

function put(id: string, bytes: Uint8Array): string {
  const header = { version: 0, id: SessionId(id), createdAt: 1, cwd: '/srv/app' }
  const path = shipped.harness.ctx.sessionPersistence.locate(header)?.path as string
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

async function ask({ harness, caller }: Asked, args: object): Promise<object> {
  const result = await harness.call('get_peer_context', args, caller)
  if (result.isError) return { code: result.error.info?.code, message: result.error.message }
  const { capturedAt: _, ...value } = result.value as unknown as PeerContextValue
  return value
}

/** The answers of both, in every view; the drop-in's twice. */
async function askBoth(id: string, maxMessages = 8): Promise<[theirs: object[], ours: object[], again: object[]]> {
  const answers: [object[], object[], object[]] = [[], [], []]
  for (const view of views) {
    const args = { sessionId: id, view, maxMessages }
    answers[0].push(await ask(shipped, args))
    answers[1].push(await ask(dropIn, args))
    answers[2].push(await ask(dropIn, args))
  }
  return answers
}

describe('get_peer_context with the drop-in', () => {
  it('answers as without it, and never has the log read whole', async () => {
    const { sessionPersistence: persistence, sessionQuery } = dropIn.harness.ctx
    const query = sessionQuery as unknown as StreamingQuery
    const wholeReads = [
      vi.spyOn(persistence, 'inspect'),
      vi.spyOn(query, 'readSession'),
      vi.spyOn(query, 'readSurface'),
    ]
    for (const [seed, events] of [
      [1, 3000],
      [2, 3011],
      [5, 4004],
    ] as const) {
      const lines = [...generatedLines({ events, seed, packed: true })]
      const { id } = JSON.parse(lines[0] as string) as { id: string }
      put(id, zstdLog(lines, 40))
      const [theirs, ours, again] = await askBoth(id)
      expect(theirs[0]).toMatchObject({ capturedThroughSeq: expect.any(Number) as number })
      expect(ours).toStrictEqual(theirs)
      expect(again).toStrictEqual(theirs)
    }
    for (const read of wholeReads) expect(read).not.toHaveBeenCalled()
  })

  it('answers as without it of any log, also while it grows', async () => {
    await fc.assert(
      fc.asyncProperty(restorableLogs, fc.boolean(), fc.nat(100), async (story, packed, split) => {
        const lines = story.lines({ packed })
        const header = { ...story.header, id: 'any', cwd: '/srv/app' }
        lines[0] = JSON.stringify({ type: 'session', delegationDepth: 0, ...header })
        const at = 1 + (split % lines.length)
        const path = put('any', zstdLog(lines.slice(0, at), 5))
        const [theirs, ours] = await askBoth('any')
        expect(ours).toStrictEqual(theirs)
        if (at < lines.length) appendFileSync(path, zstdLog(lines.slice(at), 5))
        const grown = await askBoth('any')
        expect(grown[1]).toStrictEqual(grown[0])
        expect(grown[2]).toStrictEqual(grown[0])
        rmSync(dirname(path), { recursive: true })
      }),
      { numRuns: 25 },
    )
  })

  it('shows older messages again when the last record shadows the newest', async () => {
    const story = log({ id: 'late' }).turn()
    for (let index = 0; index < 200; index++) story.user(`message ${index}`)
    story.replace(181, 200, [{ type: 'text', text: 'the newest twenty' }])
    put('late', zstdLog(story.lines(), 20))
    const [theirs, ours, again] = await askBoth('late')
    expect(ours).toStrictEqual(theirs)
    expect(again).toStrictEqual(theirs)
  })

  it('refuses what the engine refuses, in the same words', async () => {
    const story = log({ id: 'odd' }).turn().user('one').step().call('a', 'bash').result('a').endStep().endTurn()
    const [first, ...rest] = story.lines()
    const wrong: Record<string, string[]> = {
      'a seq missing': rest.toSpliced(2, 1),
      'an unknown type': rest.with(2, '{"type":"future/thing","seq":2,"time":1,"data":{}}'),
      'an envelope with a key too many': rest.with(2, `${rest[2]!.slice(0, -1)},"extra":1}`),
      'a time that is none': rest.with(2, rest[2]!.replace(/"time":\d+/, '"time":1.5')),
      'a request without a model': rest.with(
        2,
        '{"type":"request/header","seq":2,"time":1,"data":{"header":{"config":{"provider":"p","model":""}}}}',
      ),
      'a replace of nothing': rest.with(
        1,
        rest[1]!
          .replace('"append"', '{"op":"replace","start":9,"end":9}')
          .replace('"surfaceOp"', '"sourceEventSeqs":[0],"surfaceOp"'),
      ),
    }
    for (const [what, lines] of Object.entries(wrong)) {
      const path = put('odd', zstdLog([first as string, ...lines], 3))
      const [theirs, ours, again] = await askBoth('odd')
      expect(theirs, what).toEqual(
        Array.from(views, () => expect.objectContaining({ code: 'PEER_CONTEXT_UNAVAILABLE' })),
      )
      expect(ours, what).toStrictEqual(theirs)
      expect(again, what).toStrictEqual(theirs)
      rmSync(dirname(path), { recursive: true })
    }
  })

  it('keeps every boundary, and reads live sessions in memory', async () => {
    const { harness } = dropIn
    await tell(harness, log({ id: 'live' }).turn().user('in memory'))
    await tell(harness, log({ id: 'far', cwd: '/srv/other' }).turn().user('elsewhere'))
    expect(await ask(dropIn, { sessionId: 'live' })).toMatchObject({
      conversation: { messages: [{ text: 'in memory' }] },
      activity: { turn: { state: 'running' } },
    })
    for (const sessionId of ['far', 'missing', 'caller-2']) {
      expect(await ask(dropIn, { sessionId })).toMatchObject({ code: 'PEER_CONTEXT_DENIED' })
    }
  })

  it('costs what was appended when it is asked again', async () => {
    const lines = [...generatedLines({ events: 60_000, seed: 4, packed: true })]
    const { id } = JSON.parse(lines[0] as string) as { id: string }
    const path = put(id, zstdLog(lines.slice(0, -40), 75))
    const timed = async (): Promise<[object, number]> => {
      const since = process.cpuUsage()
      const value = await ask(dropIn, { sessionId: id })
      const { user, system } = process.cpuUsage(since)
      return [value, user + system]
    }
    const [, first] = await timed()
    await timed()
    appendFileSync(path, zstdLog(lines.slice(-40), 75))
    const [value, again] = await timed()
    expect(value).toStrictEqual(await ask(shipped, { sessionId: id }))
    // The bench says how much less; here only that it is of another order.
    expect(again).toBeLessThan(first / 4)
  })
})

describe('session memory with the drop-in', () => {
  it('searches with the inherited index and fetches by file', async () => {
    const harness = await bootHarness({ root, compression: 'zstd', streaming: true, search: true, plugin: false })
    try {
      put('cold', zstdLog(log({ id: 'cold' }).turn().user('the retry queue').endTurn().lines(), 5))
      await harness.ctx.plugin(CommandRegistry)
      await harness.ctx.plugin(memory, {})
      const caller = await tell(harness, log({ id: 'asking' }).turn())
      const inspect = vi.spyOn(harness.ctx.sessionPersistence, 'inspect')
      const fetched = await harness.call('fetch_session', { session_id: 'cold', seq: 1, before: 0, after: 0 }, caller)
      expect(fetched).toMatchObject({
        isError: false,
        value: { session_id: 'cold', events: [{ text: 'the retry queue' }] },
      })
      expect(inspect).not.toHaveBeenCalled()
      const found = await harness.call('recall_memory', { query: 'retry queue' }, caller)
      expect(found).toMatchObject({ isError: false, value: { results: [{ session_id: 'cold', seq: 1 }] } })
    } finally {
      await harness.close()
    }
  })
})
