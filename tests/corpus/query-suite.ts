/**
 * What a session query must do with lists and single events, whoever answers: the harness's published behaviour, in
 * our words.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { log, type LogBuilder } from '../support/log-builder.ts'
import type { Encoding, ExactQuery, QuerySubject } from './query-world.ts'
import { asking, code, titled, whole } from './told-sessions.ts'

const ids = async (query: ExactQuery): Promise<unknown[]> =>
  (await query.listSessions()).map(({ header, live, persisted }) => [(header as { id: string }).id, live, persisted])

/** Runs the suite on one subject, over stores of one encoding. */
export function querySuite(subject: QuerySubject, encoding: Encoding): void {
  const asked = asking(subject, encoding)

  describe(`${subject.name}, over ${encoding === 'zstd' ? 'compressed' : 'plain'} files`, () => {
    describe('lists', () => {
      test('one record per session, newest first, ties by id, with both availabilities', async () => {
        const { world, query } = await asked()
        world.store(titled('stored-b', 5))
        world.store(titled('stored-a', 5))
        world.store(titled('stored-old', 1))
        const both = await world.live(titled('both', 9))
        await world.context.sessions.flush(both.session)
        await world.unmount()
        await world.live(titled('only-live', 7))
        await world.mount()
        await expect(ids(query)).resolves.toEqual([
          ['both', true, true],
          ['only-live', true, expect.any(Boolean)],
          ['stored-a', false, true],
          ['stored-b', false, true],
          ['stored-old', false, true],
        ])
      })

      test('copies: changing one changes nothing', async () => {
        const { world, query } = await asked()
        await world.live(titled('live'))
        world.store(titled('stored'))
        const before = await query.listSessions()
        for (const { header } of before) Object.assign(header, { cwd: '/elsewhere' })
        for (const { header } of await query.listSessions()) expect(header).toMatchObject({ cwd: '/srv/app' })
      })

      test('nothing, when there is nothing', async () => {
        const { query } = await asked(false)
        expect(await query.listSessions()).toEqual([])
      })

      test('what the mounted store holds, and without it only what is in memory', async () => {
        const { world, query } = await asked()
        world.store(titled('stored'))
        await world.unmount()
        await world.live(titled('live'))
        expect(await ids(query)).toEqual([['live', true, false]])
        await world.mount()
        expect((await ids(query)).map((row) => (row as unknown[])[0])).toEqual(['live', 'stored'])
      })

      test('a store that cannot be read as a failure', async () => {
        const { world, query } = await asked()
        await world.live(log({ id: 'live' }))
        world.breakStore(true)
        await expect(query.listSessions()).rejects.toEqual(code('PERSISTENCE_FAILED'))
      })

      test('two headers of one session that differ as a conflict', async () => {
        const { world, query } = await asked(false)
        await world.live(titled('twice', 5))
        world.store(titled('twice', 6))
        await world.mount()
        await expect(query.listSessions()).rejects.toEqual(code('SOURCE_CONFLICT'))
      })

      test('forks with their lineage', async () => {
        const { world, query } = await asked()
        world.store(log({ id: 'fork' }).seed(whole('parent')).turn(2).user('more').endTurn())
        const [record] = await query.listSessions()
        expect(record?.header).toMatchObject({ id: 'fork', parentSession: 'parent', seedLength: 11 })
      })
    })

    describe('labels events', () => {
      const compacted = (id: string): LogBuilder =>
        log({ id }).turn().user('one').user('two').deltas(['a', 'b', 'c']).checkpoint('both').user('three').endTurn()
      const labels = [
        'log-only',
        'shadowed',
        'shadowed',
        ...Array(3).fill('log-only'),
        'current',
        'current',
        'log-only',
      ]

      test('of a stored log as current, shadowed and log-only', async () => {
        const { world, query } = await asked()
        world.store(compacted('stored'))
        const records = await query.listEvents('stored')
        expect(records.map(({ surface }) => surface)).toEqual(labels)
        expect(records[6]).toEqual({
          sessionId: 'stored',
          seq: 6,
          type: 'user/message',
          time: expect.any(Number),
          surface: 'current',
        })
      })

      test('of a log in memory the same way', async () => {
        const { world, query } = await asked(false)
        await world.live(compacted('live'))
        // The harness marks the end of what a session began with.
        expect((await query.listEvents('live')).map(({ surface }) => surface)).toEqual([...labels, 'log-only'])
      })
    })

    describe('reads one event', () => {
      test('by itself, when no neighbours are asked for', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        const { target, events, startSeq, endSeq, session } = await query.readEvent({ sessionId: 'stored', seq: 4 })
        expect(target).toMatchObject({ seq: 4, type: 'assistant/chunk' })
        expect([events, startSeq, endSeq]).toEqual([[target], 4, 4])
        expect(session).toMatchObject({ id: 'stored' })
      })

      test('with its neighbours, as far as there are some', async () => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await world.live(whole('live'))
        for (const sessionId of ['stored', 'live']) {
          const first = await query.readEvent({ sessionId, seq: 0, before: 5, after: 2 })
          expect(first.events).toMatchObject([{ seq: 0 }, { seq: 1 }, { seq: 2 }])
          const last = await query.readEvent({ sessionId, seq: 9, before: 1, after: 50 })
          expect([last.startSeq, last.endSeq]).toEqual([8, sessionId === 'live' ? 11 : 10])
        }
      })

      test.each([1.5, -1, 99, Number.NaN])('and says that there is none at seq %s', async (seq) => {
        const { world, query } = await asked()
        world.store(whole('stored'))
        await world.live(whole('live'))
        for (const sessionId of ['stored', 'live']) {
          await expect(query.readEvent({ sessionId, seq })).rejects.toEqual(code('EVENT_NOT_FOUND'))
        }
      })

      test.each([-1, 51, 0.5, Number.NaN])('and refuses %s neighbours before anything is read', async (many) => {
        const { query } = await asked(false)
        const request = { sessionId: 'not-there', seq: 0 }
        await expect(query.readEvent({ ...request, before: many })).rejects.toEqual(code('INVALID_WINDOW'))
        await expect(query.readEvent({ ...request, after: many })).rejects.toEqual(code('INVALID_WINDOW'))
      })

      test('with no more neighbours than it was set up for', async () => {
        const { world, query } = await asked(true, 1)
        world.store(whole('stored'))
        await expect(query.readEvent({ sessionId: 'stored', seq: 1, after: 1 })).resolves.toMatchObject({ endSeq: 2 })
        await expect(query.readEvent({ sessionId: 'stored', seq: 1, after: 2 })).rejects.toEqual(code('INVALID_WINDOW'))
      })

      test.each([-1, 1.5])('and cannot be set up for %s neighbours', async (many) => {
        await expect(asked(true, many)).rejects.toThrow('readWindowMax')
      })
    })
  })
}
