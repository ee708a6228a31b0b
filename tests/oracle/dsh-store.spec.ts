/**
 * Our reading of a folder of sessions against the harness's own: its backend on the same folder.
 *
 * @module
 */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore, { SessionId, type SessionHeader } from '@deepseek-ai/dsh-session'
import Jsonl from '@deepseek-ai/dsh-session-persistence-jsonl'
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sessionPlace } from '../../src/corpus/dsh-layout.ts'
import { dshStore } from '../../src/corpus/dsh-store.ts'
import { log } from '../support/log-builder.ts'
import { casePath, testRealLogs } from '../support/real-logs.ts'
import { testStore } from '../support/session-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The harness over a folder of sessions that somebody else wrote. */
async function harnessOver(root: string, compression: 'none' | 'zstd' = 'none'): Promise<Context> {
  const context = new Context()
  await context.plugin(SessionStore)
  await context.plugin(Jsonl, { root, compression })
  await context.plugin(SqliteSessionQueryEngine, { path: ':memory:', openAt: 'never' })
  onTestFinished(() => context.fiber.dispose())
  return context
}

const realStore = (name: string): string => join(dirname(dirname(casePath(''))), 'logs', 'dsh', name)
const records = async (root: string): Promise<object[]> =>
  (await dshStore(root).list()).sessions.map(({ header }) => ({ header, live: false, persisted: true }))

describe('the place of a session', () => {
  test('is where the harness puts it, for any id and working directory', async () => {
    const root = temporaryFolder()
    const { sessionPersistence } = await harnessOver(root)
    const ids = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', '.', '-', '_', '~', '/', '\\', ':', '\0', ' ', 'é', '\ud800', '😀'),
    })
    fc.assert(
      fc.property(ids, fc.option(ids, { nil: undefined }), (id, cwd) => {
        fc.pre(id.length <= 30)
        const meta = { version: 0, id: SessionId(id), createdAt: 0, ...(cwd !== undefined && { cwd }) }
        const theirs = ((): string | undefined => {
          try {
            return dirname(sessionPersistence.locate(meta)?.path ?? '')
          } catch {
            return undefined
          }
        })()
        const ours = sessionPlace(id, cwd)
        expect(ours && join(root, ours)).toBe(theirs)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a listing', () => {
  const headers = fc.uniqueArray(
    fc.record(
      {
        id: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
        createdAt: fc.integer({ min: 0, max: 5 }),
        cwd: fc.constantFrom('/srv/app', '/srv:app', '/srv/other', 'C:\\work'),
        parentSession: fc.constantFrom('p', 'session-1'),
        origin: fc.constant('subagent'),
        delegationDepth: fc.nat(3),
        seedLength: fc.nat(9),
        agentPreset: fc.constantFrom('a', ''),
      },
      { requiredKeys: ['id', 'createdAt', 'delegationDepth', 'cwd'] },
    ),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  test.each(['none', 'zstd'] as const)(
    'is that of the harness, record for record: %s',
    async (compression) => {
      await fc.assert(
        fc.asyncProperty(headers, async (some) => {
          const store = testStore()
          for (const header of some) store.add(header, compression === 'zstd' ? 'session.jsonl.zstd' : 'session.jsonl')
          const { sessionQuery } = await harnessOver(store.root, compression)
          expect(await records(store.root)).toStrictEqual(await sessionQuery.listSessions())
          for (const { id } of some) expect((await dshStore(store.root).find(id))?.header.id).toBe(id)
        }),
        { numRuns: 30 },
      )
    },
    60_000,
  )

  test('has what the harness wrote itself, also without a working directory', async () => {
    const root = join(temporaryFolder(), 'sessions')
    const { sessions, sessionPersistence } = await harnessOver(root, 'zstd')
    const made: Partial<SessionHeader>[] = [
      { cwd: '/srv/app' },
      {},
      { cwd: '/srv/app', origin: 'subagent', delegationDepth: 1 },
    ]
    for (const [index, meta] of made.entries()) {
      const session = sessions.create(SessionId(`../${index}`), { meta })
      session.append('turn/start', { turn: 1 })
      await sessions.flush(session)
    }
    const listing = await dshStore(root).list()
    expect(listing.unreadable).toEqual([])
    expect(listing.sessions.map(({ header }) => header).toSorted(byId)).toEqual(
      (await sessionPersistence.list()).toSorted(byId),
    )
    for (const { header, path } of listing.sessions)
      expect(sessionPersistence.locate({ ...header, id: SessionId(header.id) } as SessionHeader)?.path).toBe(path)
  })

  testRealLogs('of each real store is that of the harness', async () => {
    for (const [name, compression, count] of [
      ['store-hydrated', 'none', 169],
      ['store-zstd', 'zstd', 17],
    ] as const) {
      const { sessionQuery } = await harnessOver(realStore(name), compression)
      const theirs = await sessionQuery.listSessions()
      expect(theirs).toHaveLength(count)
      expect(await records(realStore(name))).toStrictEqual(theirs)
      expect((await dshStore(realStore(name)).list()).unreadable).toEqual([])
    }
  })
})

describe('what the harness refuses', () => {
  test('as a whole, we count place by place: a header that names another folder', async () => {
    const store = testStore()
    store.write('--srv-app--/s/session.jsonl', log({ id: 'other' }).text())
    const { sessionPersistence } = await harnessOver(store.root)
    await expect(sessionPersistence.list()).rejects.toThrow('identify')
    expect((await dshStore(store.root).list()).unreadable).toHaveLength(1)
  })

  test('as a whole, we count place by place: an id that is there twice', async () => {
    const store = testStore()
    const path = store.add({ id: 's', cwd: '/a' })
    store.add({ id: 's', cwd: '/b' })
    const { sessionPersistence } = await harnessOver(store.root)
    await expect(sessionPersistence.list()).rejects.toThrow('duplicate')
    await expect(sessionPersistence.inspect(SessionId('s'))).rejects.toThrow('duplicate')
    expect((await dshStore(store.root).list()).unreadable).toMatchObject([{ path }, {}])
    await expect(dshStore(store.root).find('s')).rejects.toThrow('two folders')
  })

  test('as a whole, we count place by place: a log without a folder', async () => {
    const store = testStore()
    store.write('--srv-app--/s.jsonl', log().text())
    await expect((await harnessOver(store.root)).sessionPersistence.list()).rejects.toThrow('flat-file')
    expect((await dshStore(store.root).list()).unreadable).toHaveLength(1)
  })

  test('without a word, we count with the reason: a log that is empty or has no header', async () => {
    const store = testStore()
    store.write('--srv-app--/zero/session.jsonl', '')
    store.write('--srv-app--/garbage/session.jsonl', 'x\n')
    store.write('--srv-app--/torn/session.jsonl', log({ id: 'torn' }).lines()[0] ?? '')
    mkdirSync(join(store.root, '--empty--'))
    expect(await (await harnessOver(store.root)).sessionPersistence.list()).toEqual([])
    const { sessions, unreadable } = await dshStore(store.root).list()
    expect(sessions).toEqual([])
    expect(unreadable).toHaveLength(3)
    expect(readFileSync(join(store.root, '--srv-app--/zero/session.jsonl'), 'utf8')).toBe('')
  })
})

describe('where the harness and we differ on one log', () => {
  test('it passes over a header without a depth, which older writers left out, and we list it', async () => {
    const store = testStore()
    const { delegationDepth: _, ...header } = log({ id: 's' }).header
    store.write('--srv-app--/s/session.jsonl', `${JSON.stringify({ type: 'session', ...header })}\n`)
    expect(await (await harnessOver(store.root)).sessionPersistence.list()).toEqual([])
    expect((await dshStore(store.root).list()).sessions).toMatchObject([{ header }])
  })

  test('it lists a format that it cannot read, and we count it with the reason', async () => {
    const store = testStore()
    store.add({ id: 's', version: 7 })
    expect(await (await harnessOver(store.root)).sessionPersistence.list()).toHaveLength(1)
    expect(await dshStore(store.root).list()).toMatchObject({ sessions: [], unreadable: [{}] })
  })

  test('it passes over a linked folder and a later format, and we list them', async () => {
    const store = testStore()
    store.add({ id: 'later', version: 3 }, 'session.v3.jsonl')
    // Too deep below the root for it to come there in another way.
    store.write('kept/deep/s/session.jsonl', log({ id: 's' }).text())
    symlinkSync('../kept/deep/s', join(store.root, '--srv-app--', 's'))
    expect(await (await harnessOver(store.root)).sessionPersistence.list()).toEqual([])
    const { sessions, unreadable } = await dshStore(store.root).list()
    expect(sessions.map(({ header }) => header.id)).toEqual(['later', 's'])
    expect(unreadable).toEqual([])
  })
})

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)
