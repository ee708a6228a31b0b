/**
 * Where the drop-in may read from the file and where it must not: live sessions, sessions that have just left memory,
 * stores that come and go, files of another kind.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { Context } from '@deepseek-ai/cordis'
import SessionStore, { SessionId, type Session } from '@deepseek-ai/dsh-session'
import Jsonl from '@deepseek-ai/dsh-session-persistence-jsonl'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as sessionQuery from '../../../src/plugin/session-query/index.ts'
import { log } from '../../support/log-builder.ts'
import { zstdLog } from '../../support/zstd-log.ts'
import { readBoth, streamed, twoEngines, type OneEngine, type TwoEngines } from './two-engines.ts'

const said = (text: string) => createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })

let both: TwoEngines
let dropIn: OneEngine
beforeEach(async () => {
  both = await twoEngines('zstd')
  dropIn = both.dropIn
})
afterEach(() => both.close())

/** A session in the memory of the drop-in's harness, and what takes it out again. */
function enter(id: string): { readonly session: Session; leave(): void } {
  const { sessions } = dropIn.ctx
  const session = sessions.prepare(SessionId(id), { meta: { cwd: '/srv/app' } })
  const leave = sessions.enter(session)
  sessions.announce(session)
  session.append('turn/start', { turn: 1 })
  session.append('user/message', said('a'), { surfaceOp: 'append' })
  return { session, leave }
}

describe('a session in memory', () => {
  it('is read there, and no store is asked', async () => {
    const { session } = enter('live')
    await dropIn.ctx.sessions.flush(session)
    session.append('user/message', said('not in the file yet'), { surfaceOp: 'append' })
    const list = vi.spyOn(dropIn.ctx.sessionPersistence, 'list')
    expect((await dropIn.query.readSurface(session.id)).events).toHaveLength(2)
    expect((await dropIn.query.readSession(session.id)).events).toHaveLength(3)
    expect(await dropIn.query.listEvents(session.id)).toHaveLength(3)
    expect((await dropIn.query.readEvent({ sessionId: session.id, seq: 2 })).target.seq).toBe(2)
    expect(await streamed(dropIn.query, session.id, { fromSeq: 1, types: ['user/message'] })).toHaveLength(2)
    expect(list).not.toHaveBeenCalled()
  })

  it('that comes into memory while its file is read is read there all the same', async () => {
    const story = log({ id: 'comes' }).turn().user('from the file')
    both.put({ id: 'comes', cwd: '/srv/app' }, zstdLog(story.lines(), 50))
    for (const read of ['readSurface', 'readSession', 'streamEvents'] as const) {
      const { sessionPersistence: persistence, sessions } = dropIn.ctx
      const { locate } = persistence
      let leave: (() => void) | undefined
      vi.spyOn(persistence, 'locate').mockImplementationOnce((header) => {
        const prepared = sessions.prepare(SessionId('comes'), { meta: { cwd: '/srv/app' } })
        leave = sessions.enter(prepared)
        prepared.append('user/message', said('from memory'), { surfaceOp: 'append' })
        return locate.call(persistence, header)
      })
      const events =
        read === 'streamEvents' ? await streamed(dropIn.query, 'comes') : (await dropIn.query[read]('comes')).events
      // What was streamed before stands: a session in memory begins with what is in its file.
      expect(JSON.stringify(events), read).toContain(read === 'streamEvents' ? 'from the file' : 'from memory')
      expect(JSON.stringify(events), read).not.toContain('interrupted')
      leave?.()
    }
  })
})

describe('a session that has just left memory', () => {
  it('is never read short, though its last events are still on their way to the file', async () => {
    const large = randomBytes(6_000_000).toString('base64')
    for (let round = 0; round < 4; round++) {
      const { session, leave } = enter(`left-${round}`)
      await dropIn.ctx.sessions.flush(session)
      session.append('step/start', { turn: 1, step: 1 })
      session.append('user/message', said(large), { surfaceOp: 'append' })
      session.append('turn/end', { turn: 1, reason: { kind: 'completed' } })
      leave()
      const events = [
        (await dropIn.query.readSurface(session.id)).events,
        (await streamed(dropIn.query, session.id)).filter(({ type }) => type === 'user/message'),
      ]
      for (const some of events) expect(some.map(({ seq }) => seq)).toEqual([1, 3])
      const before = dropIn.inspected()
      expect((await dropIn.query.readSurface(session.id)).events).toHaveLength(2)
      expect(dropIn.inspected()).toBe(before)
    }
  })

  it('counts as short also when the events that close its open turn would make up the number', async () => {
    const { session, leave } = enter('open')
    session.append('step/start', { turn: 1, step: 1 })
    await dropIn.ctx.sessions.flush(session)
    const path = dropIn.ctx.sessionPersistence.locate(session.header)?.path as string
    const bytes = readFileSync(path)
    session.append('step/end', { turn: 1, step: 1 })
    session.append('turn/end', { turn: 1, reason: { kind: 'completed' } })
    leave()
    await dropIn.query.readSurface(session.id)
    await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(bytes.length))
    // As if the last write had not arrived yet.
    writeFileSync(path, bytes)
    const emit = dropIn.ctx.emit.bind(dropIn.ctx) as (name: string, session: Session) => void
    emit('session/disposed', session)
    const before = dropIn.inspected()
    expect((await dropIn.query.readSession(session.id)).events).toHaveLength(5)
    expect(dropIn.inspected()).toBe(before + 1)
  })
})

describe('a store', () => {
  it('may come and go', async () => {
    const story = log({ id: 'stored' }).title('Here').turn().user('one').endTurn()
    both.put({ id: 'stored', cwd: '/srv/app' }, zstdLog(story.lines(), 50))
    const id = SessionId('stored')
    const missing = { code: 'SESSION_QUERY_SESSION_NOT_FOUND' }
    const { ctx, query } = dropIn
    expect(await query.readTitle(id)).toMatchObject({ title: 'Here' })
    await dropIn.unmountStore()
    for (const read of [query.readSurface(id), query.readSession(id), query.readTitle(id), streamed(query, id)]) {
      await expect(read).rejects.toMatchObject(missing)
    }
    await ctx.plugin(Jsonl, { root: both.root, compression: 'zstd' })
    expect((await query.readSurface(id)).events).toHaveLength(1)
  })

  it('of another kind, or that cannot be listed, is left to the engine', async () => {
    const story = log({ id: 'stored' }).turn().user('one').endTurn()
    both.put({ id: 'stored', cwd: '/srv/app' }, zstdLog(story.lines(), 50))
    const { sessionPersistence: persistence } = dropIn.ctx
    const places = [undefined, { kind: 'sqlite', path: '/srv/x.db' }, { kind: 'jsonl' }, { kind: 'jsonl', path: '/x' }]
    for (const place of places) {
      const before = dropIn.inspected()
      const locate = vi.spyOn(persistence, 'locate').mockReturnValue(place as never)
      expect((await dropIn.query.readSurface('stored')).events).toHaveLength(1)
      expect(dropIn.inspected()).toBe(before + 1)
      locate.mockRestore()
    }
    for (const { ctx } of [both.shipped, dropIn]) {
      vi.spyOn(ctx.sessionPersistence, 'list').mockRejectedValue(new Error('the disk is on fire'))
    }
    const pairs = await readBoth(both, 'stored', () => [0])
    for (const { read, ...answers } of pairs) expect(answers.dropIn, read).toStrictEqual(answers.shipped)
    expect(pairs[0]?.shipped).toMatchObject({ refused: ['SessionQueryError', 'SESSION_QUERY_PERSISTENCE_FAILED', {}] })
  })

  it('whose list says something else than the file is a conflict, in the words of the engine', async () => {
    const story = log({ id: 'stored' }).turn().user('one').endTurn()
    both.put({ id: 'stored', cwd: '/srv/app' }, zstdLog(story.lines(), 50))
    for (const { ctx } of [both.shipped, dropIn]) {
      const persistence = ctx.sessionPersistence
      const list = persistence.list.bind(persistence)
      persistence.list = async (signal) => (await list(signal)).map((header) => ({ ...header, createdAt: 7 }))
    }
    const pairs = await readBoth(both, 'stored', () => [0])
    for (const { read, ...answers } of pairs) expect(answers.dropIn, read).toStrictEqual(answers.shipped)
    expect(pairs[0]?.shipped).toMatchObject({ refused: [{}, 'SESSION_QUERY_SOURCE_CONFLICT', {}] })
  })
})

describe('the row', () => {
  it('has the config of the engine, which refuses what it does not take', async () => {
    const ctx = new Context()
    await ctx.plugin(SessionStore)
    await expect(Promise.resolve(ctx.plugin(sessionQuery, { openAt: 'never' }))).rejects.toThrow(/path/)
    await ctx.fiber.dispose()
  })
})

describe('a cancelled read', () => {
  it('rejects with the reason of its own signal', async () => {
    const story = log({ id: 'stored' }).turn()
    for (let index = 0; index < 20_000; index++) story.user(`message ${index}`)
    both.put({ id: 'stored', cwd: '/srv/app' }, zstdLog(story.lines(), 50))
    const reason = { why: 'enough' }
    const { query } = dropIn
    const reads: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
      readSurface: (signal) => query.readSurface('stored', signal),
      readSession: (signal) => query.readSession('stored', signal),
      readEvent: (signal) => query.readEvent({ sessionId: SessionId('stored'), seq: 7 }, signal),
      readTitle: (signal) => query.readTitle(SessionId('stored'), signal),
      streamEvents: (signal) => streamed(query, 'stored', { signal }),
    }
    for (const [name, read] of Object.entries(reads)) {
      await expect(read(AbortSignal.abort(reason)), name).rejects.toBe(reason)
      const controller = new AbortController()
      const running = read(controller.signal)
      setTimeout(() => controller.abort(reason), 5)
      const ended = await running.catch((error: unknown) => error)
      // What was already known may be faster than the signal.
      if (ended !== reason) expect(name).not.toBe('readSurface')
    }
  })
})
