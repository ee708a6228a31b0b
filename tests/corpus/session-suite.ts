/**
 * What a session query must do with whole sessions and titles, whoever answers: the harness's published behaviour, in
 * our words.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import type { Encoding, QuerySubject } from './query-world.ts'
import { asking, code, titled, titleOf, whole } from './told-sessions.ts'

/** Runs the suite on one subject, over stores of one encoding. */
export function sessionSuite(subject: QuerySubject, encoding: Encoding): void {
  const asked = asking(subject, encoding)

  describe(`${subject.name}, over ${encoding === 'zstd' ? 'compressed' : 'plain'} files`, () => {
    describe('reads a session', () => {
      test('from its log, with the calls, step and turn closed that were open at its end', async () => {
        const { world, query } = await asked()
        const call = (id: string): object => ({ type: 'tool-call', id, name: 'bash', arguments: '{}' })
        const story = titled('open')
          .assistant([call('a'), call('b')] as never)
          .call('a', 'bash')
        world.store(story)
        const { events } = await query.readSession('open')
        expect(events.slice(story.events.length)).toMatchObject([
          { type: 'tool/result', seq: 11, sourceEventSeqs: [10], data: { error: { code: 'TOOL_OUTCOME_UNKNOWN' } } },
          { type: 'tool/result', seq: 12, data: { error: { code: 'TOOL_NOT_STARTED' } } },
          { type: 'step/end', seq: 13 },
          { type: 'turn/end', seq: 14, data: { reason: { kind: 'interrupted' } } },
        ])
        const surface = await query.readSurface('open')
        expect(surface.capturedThroughSeq).toBe(14)
        expect(surface.events.slice(-2)).toEqual(events.slice(11, 13))
        expect(await query.readEvent({ sessionId: 'open', seq: 12, before: 2, after: 9 })).toMatchObject({ endSeq: 14 })
      })

      test('from memory, where it has changed since it was stored', async () => {
        const { world, query } = await asked()
        const { session } = await world.live(whole('both'))
        await world.context.sessions.flush(session)
        session.append('session/title', { title: 'Newer', messageSeqs: [], source: { kind: 'user' } } as never)
        expect((await query.readSession('both')).events.at(-1)).toMatchObject({ data: { title: 'Newer' } })
        expect(await query.readTitle('both')).toMatchObject({ title: 'Newer' })
        expect((await query.readSurface('both')).capturedThroughSeq).toBe(session.seq - 1)
      })

      test('from its log, once it is no longer in memory', async () => {
        const { world, query } = await asked()
        const { session, dispose } = await world.live(whole('both'))
        await world.context.sessions.flush(session)
        const live = await query.readSurface('both')
        await dispose()
        expect(await query.readSurface('both')).toEqual(live)
      })

      test('in memory without asking a store, whatever state that is in', async () => {
        const { world, query } = await asked()
        await world.live(whole('live'))
        world.breakStore(true)
        await expect(query.readSurface('live')).resolves.toMatchObject({ events: [{ seq: 2 }, { seq: 7 }] })
        await expect(query.readEvent({ sessionId: 'live', seq: 1 })).resolves.toMatchObject({ startSeq: 1 })
        await expect(query.readTitle('live')).resolves.toMatchObject({ title: 'Title of live' })
        await expect(query.readSurface('other')).rejects.toEqual(code('PERSISTENCE_FAILED'))
      })

      test('as copies: changing one changes nothing', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await world.live(whole('live'))
        for (const id of ['stored', 'live']) {
          const first = await query.readSession(id)
          const copy = structuredClone(first)
          Object.assign(first.session, { cwd: '/elsewhere' })
          Object.assign(first.events[0] as object, { time: 0 })
          expect(await query.readSession(id)).toEqual(copy)
        }
      })

      test('that is nowhere as not found, with and without a store', async () => {
        const { world, query } = await asked()
        for (const _ of ['mounted', 'unmounted']) {
          await expect(query.readSurface('nowhere')).rejects.toEqual(code('SESSION_NOT_FOUND'))
          await expect(query.readSession('../../nowhere')).rejects.toEqual(code('SESSION_NOT_FOUND'))
          await expect(query.readTitle('nowhere')).rejects.toEqual(code('SESSION_NOT_FOUND'))
          await world.unmount()
        }
      })

      test('that is stored as not found while the store is away', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await query.readSurface('stored')
        await world.unmount()
        await expect(query.readSurface('stored')).rejects.toEqual(code('SESSION_NOT_FOUND'))
        await world.mount()
        await expect(query.readSurface('stored')).resolves.toMatchObject({ capturedThroughSeq: 10 })
      })

      test('whose log is damaged before its end as a failure of the store', async () => {
        const { world, query } = await asked()
        const lines = whole('torn').lines()
        world.store(whole('torn'), lines.with(3, (lines[3] as string).slice(0, 40)))
        await expect(query.readSurface('torn')).rejects.toEqual(code('PERSISTENCE_FAILED'))
      })

      test('whose surface breaks a rule as a corrupt one', async () => {
        const { world, query } = await asked()
        const story = whole('broken').event('user/message', whole('x').events[2]?.data, {
          surfaceOp: { op: 'replace', start: 3, end: 3 },
          sourceEventSeqs: [3],
        })
        world.store(story)
        for (const read of ['readSurface', 'readSession', 'listEvents'] as const) {
          await expect(query[read]('broken')).rejects.toEqual(code('CORRUPT_SESSION'))
        }
      })

      test('with an event of a type that is not known as a failure, unless it may be ignored', async () => {
        const { world, query } = await asked()
        world.store(whole('new').event('future/thing', {}))
        await expect(query.readSurface('new')).rejects.toEqual(code('PERSISTENCE_FAILED'))
        const [last = '', ...lines] = whole('old').event('future/thing', {}).lines().toReversed()
        world.store(whole('old'), [last.replace(/\}$/, ',"ignorable":true}'), ...lines].toReversed())
        expect((await query.readSession('old')).events.at(-1)).toMatchObject({ type: 'future/thing', ignorable: true })
      })

      test('whose header changed after it was listed: it is what its log says now', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await query.readSurface('stored')
        world.store(log({ id: 'stored', createdAt: 3 }).turn().user('another').endTurn())
        await expect(query.readSurface('stored')).resolves.toMatchObject({ session: { createdAt: 3 } })
      })
    })

    describe('reads titles', () => {
      test('of several sessions in the order asked for, each once, what is wrong in its place', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        world.store(log({ id: 'untitled' }).turn().endTurn())
        world.store(whole('unknown-type').event('future/thing', {}))
        await world.live(whole('live'))
        const ids = ['untitled', 'nowhere', 'live', 'stored', 'unknown-type', 'live']
        expect(await query.readTitleSnapshots(ids)).toEqual([
          {
            sessionId: 'untitled',
            status: 'fulfilled',
            value: { session: expect.objectContaining({ id: 'untitled' }) },
          },
          { sessionId: 'nowhere', status: 'rejected', reason: code('SESSION_NOT_FOUND') },
          { sessionId: 'live', status: 'fulfilled', value: expect.objectContaining({ title: titleOf('live') }) },
          { sessionId: 'stored', status: 'fulfilled', value: expect.objectContaining({ title: titleOf('stored') }) },
          { sessionId: 'unknown-type', status: 'rejected', reason: code('PERSISTENCE_FAILED') },
        ])
      })
    })

    describe('is cancelled', () => {
      test('with the reason of the signal, before anything is read', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await world.live(whole('live'))
        const reason = { why: 'the caller left' }
        const signal = AbortSignal.abort(reason)
        await expect(query.listSessions(signal)).rejects.toBe(reason)
        for (const sessionId of ['stored', 'live']) {
          await expect(query.readEvent({ sessionId, seq: 0 }, signal)).rejects.toBe(reason)
          await expect(query.readTitle(sessionId, signal)).rejects.toBe(reason)
          await expect(query.readTitleSnapshots([sessionId], signal)).rejects.toBe(reason)
        }
      })

      test('while it reads', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        const controller = new AbortController()
        const reading = query.readEvent({ sessionId: 'stored', seq: 0 }, controller.signal)
        controller.abort(new RangeError('enough'))
        await expect(reading).rejects.toBeInstanceOf(RangeError)
      })
    })
  })
}
