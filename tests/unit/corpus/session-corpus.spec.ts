import { describe, expect, test } from 'vitest'
import { dshStore, SessionCorpus, type LiveSession, type LogStore } from '../../../src/corpus/index.ts'
import { first } from '../../../src/pipeline/index.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { abortDelayMs, watchLoop } from '../../support/event-loop.ts'
import { testStore } from '../../support/session-store.ts'

const live = ({ header, events }: LogBuilder): LiveSession => ({ header, seq: events.length, events: () => events })
const corpusOf = (...stories: readonly LogBuilder[]): SessionCorpus =>
  new SessionCorpus({ live: { list: () => stories.map(live) } })
const refused = (name: string): object => ({ code: `SESSION_QUERY_${name}` })

const largeLog = (): LogBuilder => {
  const story = log({ id: 'large' })
  for (let at = 0; at < 150_000; at++) story.user(`message ${at}`)
  return story
}

describe('a corpus', () => {
  test.each([-1, 1.5, Number.NaN])('is not made for %s neighbours', (readWindowMax) => {
    expect(() => new SessionCorpus({ readWindowMax })).toThrow(
      expect.objectContaining(refused('INVALID_CONFIG')) as Error,
    )
  })

  test.each([0, 1.5])('does not read %s titles at a time', (titleConcurrency) => {
    expect(() => new SessionCorpus({ titleConcurrency })).toThrow(
      expect.objectContaining(refused('INVALID_CONFIG')) as Error,
    )
  })

  test('tells what in a store cannot be read, and lists the rest', async () => {
    const store = testStore()
    store.add(log({ id: 'sound' }))
    store.write('--srv-app--/broken/session.jsonl', 'no header\n')
    const corpus = new SessionCorpus({ store: dshStore(store.root) })
    const { sessions, unreadable } = await corpus.listCorpus()
    expect(sessions.map(({ header }) => header.id)).toEqual(['sound'])
    expect(unreadable).toEqual([
      { path: expect.stringContaining('broken') as string, reason: expect.any(String) as string },
    ])
    expect(await corpus.listSessions()).toEqual(sessions)
  })

  test('asks for its store on every call', async () => {
    const one = testStore()
    one.add(log({ id: 'one' }).turn().endTurn())
    let mounted: LogStore | undefined
    const corpus = new SessionCorpus({ store: () => mounted })
    await expect(corpus.readSurface('one')).rejects.toMatchObject(refused('SESSION_NOT_FOUND'))
    mounted = dshStore(one.root)
    await expect(corpus.readSurface('one')).resolves.toMatchObject({ capturedThroughSeq: 1 })
  })

  test('refuses a log whose header is not the one that was found', async () => {
    const store = testStore()
    store.add(log({ id: 'one', createdAt: 5 }).turn().endTurn())
    const real = dshStore(store.root)
    const changed = (fields: object): SessionCorpus =>
      new SessionCorpus({
        store: {
          list: () => real.list(),
          async find(id) {
            const found = await real.find(id)
            return found && { ...found, header: { ...found.header, ...fields } }
          },
        },
      })
    for (const fields of [{ createdAt: 6 }, { cwd: '/srv/other' }, { parentSession: 'p' }, { delegationDepth: 1 }]) {
      const corpus = changed(fields)
      await expect(corpus.readSurface('one')).rejects.toMatchObject(refused('SOURCE_CONFLICT'))
      await expect(first(corpus.streamEvents('one'))).rejects.toMatchObject(refused('SOURCE_CONFLICT'))
    }
    await expect(changed({ agentPreset: 'p' }).readSurface('one')).resolves.toMatchObject({ capturedThroughSeq: 1 })
    await expect(changed({ id: 'two' }).readSurface('one')).rejects.toMatchObject(refused('PERSISTENCE_FAILED'))
  })

  test('reads a session in memory that comes there while its log is read', async () => {
    const store = testStore()
    const stored = log({ id: 'one' }).turn().user('stored').endTurn()
    store.add(stored)
    const now = log({ id: 'one' }).turn().user('stored').user('live').endTurn()
    let isLive = false
    const real = dshStore(store.root)
    const corpus = new SessionCorpus({
      live: { list: () => (isLive ? [live(now)] : []) },
      store: {
        list: () => real.list(),
        async find(id) {
          setTimeout(() => (isLive = true), 0)
          return real.find(id)
        },
      },
    })
    await expect(corpus.readSurface('one')).resolves.toMatchObject({ capturedThroughSeq: 3 })
  })
})

describe('a session in memory', () => {
  test('is seen as it was when the call began', async () => {
    const story = log({ id: 'growing' }).turn().user('one')
    const reading = corpusOf(story).readSession('growing')
    story.user('two')
    await expect(reading).resolves.toMatchObject({ events: [{ seq: 0 }, { seq: 1 }] })
  })

  test('whose surface breaks a rule is refused, whichever way it is read', async () => {
    const corpus = corpusOf(log({ id: 'broken' }).user('one').event('todo/write', {}, { surfaceOp: 'append' }))
    await expect(corpus.readSurface('broken')).rejects.toMatchObject(refused('INVALID_SURFACE'))
    await expect(corpus.listEvents('broken')).rejects.toMatchObject(refused('INVALID_SURFACE'))
    await expect(corpus.readSession('broken')).rejects.toMatchObject(refused('CORRUPT_SESSION'))
    await expect(corpus.readEvent({ sessionId: 'broken', seq: 0 })).resolves.toMatchObject({ startSeq: 0 })
  })

  test('that has a gap is refused', async () => {
    const { header, events } = log({ id: 'gap' }).user('one').user('two').user('three')
    const gap = { header, seq: 3, events: () => [events[0]!, events[2]!] }
    const corpus = new SessionCorpus({ live: { list: () => [gap] } })
    await expect(corpus.readSurface('gap')).rejects.toMatchObject(refused('INVALID_SURFACE'))
    await expect(corpus.readEvent({ sessionId: 'gap', seq: 2 })).rejects.toMatchObject(refused('EVENT_NOT_FOUND'))
  })

  test('is streamed as copies of what is asked for', async () => {
    const story = log({ id: 'live' }).turn().user('one').deltas(['a']).user('two').endTurn()
    const seen: unknown[] = []
    for await (const batch of corpusOf(story).streamEvents('live', { types: ['user/message'], fromSeq: 2 }))
      seen.push(...batch)
    expect(seen).toStrictEqual([story.events[3]])
    expect(seen[0]).not.toBe(story.events[3])
  })

  test.each([
    ['readSession', (corpus: SessionCorpus, signal?: AbortSignal) => corpus.readSession('large', signal)],
    ['readSurface', (corpus: SessionCorpus, signal?: AbortSignal) => corpus.readSurface('large', signal)],
    ['listEvents', (corpus: SessionCorpus, signal?: AbortSignal) => corpus.listEvents('large', signal)],
  ])('lets others in while %s copies a large one, and can be stopped', async (_, read) => {
    const corpus = corpusOf(largeLog())
    const { ticks, elapsedMs } = await watchLoop(() => read(corpus))
    expect(ticks).toBeGreaterThan(elapsedMs / 60)
    await expect(abortDelayMs({ why: 'enough' }, (signal) => read(corpus, signal))).resolves.toBeLessThan(200)
  })
})
