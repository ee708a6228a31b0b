import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../src/corpus/dsh-store.ts'
import { openFile } from '../../../src/pipeline/readers/index.ts'
import { asNobody } from '../../support/as-nobody.ts'
import { log } from '../../support/log-builder.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { frame } from '../../support/zstd-log.ts'

/** Ids, and reasons by path below the root. */
async function listed({ root }: TestStore): Promise<[string[], Record<string, string>]> {
  const { sessions, unreadable } = await dshStore(root).list()
  return [
    sessions.map(({ header }) => header.id),
    Object.fromEntries(unreadable.map(({ path, reason }) => [relative(root, path), reason])),
  ]
}

describe('a listing', () => {
  test('of an empty store is empty', async () => {
    expect(await dshStore(testStore().root).list()).toEqual({ sessions: [], unreadable: [] })
  })

  test('gives the newest first, and orders by id what was created at once', async () => {
    const store = testStore()
    for (const [id, createdAt] of [
      ['b', 5],
      ['old', 1],
      ['a', 5],
      ['B', 5],
      ['new', 9],
    ] as const)
      store.add({ id, createdAt })
    expect(await listed(store)).toEqual([['new', 'a', 'b', 'B', 'old'], {}])
  })

  test('orders ids that a language counts as equal the same way every time', async () => {
    const store = testStore()
    for (const id of ['a\u0001', 'a', 'a\u0002']) store.add({ id })
    expect((await listed(store))[0]).toEqual(['a', 'a\u0001', 'a\u0002'])
  })

  test('gives whole headers and absolute paths', async () => {
    const store = testStore()
    const header = {
      id: 'child/1',
      createdAt: 3,
      cwd: '/srv/über app',
      parentSession: 'p',
      seedLength: 2,
      origin: 'subagent',
      delegationDepth: 1,
      agentPreset: 'x',
    }
    const path = store.add(header)
    const { sessions } = await dshStore(store.root).list()
    expect(sessions).toEqual([{ header: { version: 0, ...header }, path }])
  })

  test('takes in both encodings, every generation, and sessions without a working directory', async () => {
    const store = testStore()
    store.add({ id: 'plain' })
    store.add({ id: 'packed' }, 'session.jsonl.zstd')
    store.add({ id: 'later', version: 4 }, 'session.v4.jsonl')
    store.add({ id: 'later-packed', version: 3 }, 'session.v3.jsonl.zstd')
    const { cwd: _, ...homeless } = log({ id: 'homeless' }).header
    store.write('_no-cwd/homeless/session.jsonl', `${JSON.stringify({ type: 'session', ...homeless })}\n`)
    expect(await listed(store)).toEqual([['homeless', 'later', 'later-packed', 'packed', 'plain'], {}])
  })

  test('shows the highest version of a session, by number, and nothing but logs', async () => {
    const store = testStore()
    store.add({ id: 's', createdAt: 1 })
    store.add({ id: 's', createdAt: 3, version: 3 }, 'session.v3.jsonl')
    for (const name of ['session.v03.jsonl', 'session.V9.jsonl', 'session.v0.jsonl', 'session.jsonl.1a.tmp'])
      store.add({ id: 's', createdAt: 9 }, name)
    const { sessions } = await dshStore(store.root).list()
    expect(sessions).toMatchObject([{ header: { version: 3, createdAt: 3 } }])
  })

  test('tells apart sessions of working directories that share a folder', async () => {
    const store = testStore()
    store.add({ id: 'one', cwd: '/srv/app' })
    store.add({ id: 'two', cwd: '/srv:app' })
    const { sessions } = await dshStore(store.root).list()
    expect(sessions.map(({ header }) => header.cwd)).toEqual(['/srv/app', '/srv:app'])
  })

  test('passes over folders without a log and files that are none', async () => {
    const store = testStore()
    mkdirSync(store.folder({ id: 'just-made' }), { recursive: true })
    for (const path of ['.DS_Store', 'stray.jsonl', '--srv-app--/notes.txt', '--srv-app--/s/session.lock'])
      store.write(path, 'x')
    expect(await listed(store)).toEqual([[], {}])
  })

  test('reads the heads alone, of many files few at a time', async () => {
    const store = testStore()
    for (let index = 0; index < 40; index++) store.add(log({ id: `s${index}` }).user('x'.repeat(100_000)))
    const sizes: number[] = []
    let open = 0
    let most = 0
    const counting = dshStore(store.root, {
      maxOpenFiles: 5,
      async open(path) {
        most = Math.max(most, (open += 1))
        const source = await openFile(path)
        let bytes = 0
        return {
          ...source,
          read: async (into, offset) => {
            const length = await source.read(into, offset)
            bytes += length
            return length
          },
          close: async () => {
            await source.close()
            open -= 1
            sizes.push(bytes)
          },
        }
      },
    })
    expect((await counting.list()).sessions).toHaveLength(40)
    expect(sizes).toHaveLength(40)
    expect(Math.max(...sizes)).toBe(4096)
    expect([open, most]).toEqual([0, 5])
  })
})

describe('one bad session', () => {
  test('never hides the others, and is named with its reason', async () => {
    const store = testStore()
    store.add({ id: 'good' })
    const bad: Record<string, string | Buffer> = {
      'zero/session.jsonl': '',
      'blank/session.jsonl': '\n\n',
      'garbage/session.jsonl': 'no json\n',
      'torn/session.jsonl': '{"type":"session"',
      'endless/session.jsonl': 'x'.repeat(2_000_000),
      'packed/session.jsonl.zstd': Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff, 0xff]),
      'bomb/session.jsonl.zstd': frame(Buffer.alloc(50_000_000, 'x')),
      'future/session.v9.jsonl': log({ id: 'future', version: 9 }).text(),
      'named/session.v2.jsonl': log({ id: 'named', version: 3 }).text(),
      'hidden/session.v9.jsonl': 'no json\n',
    }
    for (const [path, content] of Object.entries(bad)) store.write(join('--srv-app--', path), content)
    store.add({ id: 'hidden' })
    mkdirSync(join(store.root, '--srv-app--', 'folder', 'session.jsonl'), { recursive: true })
    const [ids, reasons] = await listed(store)
    expect(ids).toEqual(['good'])
    const header = 'no header that can be trusted: '
    expect(reasons).toEqual({
      '--srv-app--/zero/session.jsonl': 'an empty file, no session log',
      '--srv-app--/blank/session.jsonl': 'an empty file, no session log',
      '--srv-app--/garbage/session.jsonl': `${header}the first line is not JSON`,
      '--srv-app--/torn/session.jsonl': `${header}the first line has no end`,
      '--srv-app--/endless/session.jsonl': `${header}the first line has no end`,
      '--srv-app--/packed/session.jsonl.zstd': expect.stringContaining('frame') as unknown,
      '--srv-app--/bomb/session.jsonl.zstd': `${header}the first line has no end`,
      '--srv-app--/future/session.v9.jsonl': expect.stringContaining('format v9 is newer') as unknown,
      '--srv-app--/named/session.v2.jsonl': 'its name says format v2 and its header v3',
      '--srv-app--/hidden/session.v9.jsonl': `${header}the first line is not JSON`,
      '--srv-app--/folder/session.jsonl': 'not a regular file',
    })
  })

  test.each([
    ['another id', { id: 'other' }],
    ['another working directory', { id: 's', cwd: '/srv/elsewhere' }],
    ['an empty id', { id: '' }],
    ['an empty working directory', { id: 's', cwd: '' }],
  ])('may be one whose header names %s than its folder', async (_, header) => {
    const store = testStore()
    store.write('--srv-app--/s/session.jsonl', log(header).text())
    expect(await listed(store)).toEqual([
      [],
      { '--srv-app--/s/session.jsonl': 'its header names another session or working directory than its folder' },
    ])
  })

  test('may be a log of before there were folders', async () => {
    const store = testStore()
    store.write('--srv-app--/s.jsonl', log().text())
    store.write('--srv-app--/t.jsonl.zstd', 'x')
    const reason = 'a log outside a folder of its own, as old versions kept it: not read'
    expect(await listed(store)).toEqual([[], { '--srv-app--/s.jsonl': reason, '--srv-app--/t.jsonl.zstd': reason }])
  })

  test('is every one whose id is not its alone', async () => {
    const store = testStore()
    store.add({ id: 'twice', cwd: '/a' })
    store.add({ id: 'twice', cwd: '/b' })
    store.add({ id: 'once' })
    const reason = 'another folder holds a session of the same id'
    expect(await listed(store)).toEqual([
      ['once'],
      { '--a--/twice/session.jsonl': reason, '--b--/twice/session.jsonl': reason },
    ])
    await expect(dshStore(store.root).find('twice')).rejects.toMatchObject({
      code: 'LOG_HEADER_INVALID',
      message: `${store.root}: two folders hold a session of this id`,
    })
  })

  asNobody('may be one, or a whole project, that nobody may look into', async ({ forbid, run }) => {
    const store = testStore()
    store.add({ id: 'good' })
    forbid(store.add({ id: 'file' }))
    store.add({ id: 'folder' })
    forbid(store.folder({ id: 'folder' }))
    store.add({ id: 'project', cwd: '/closed' })
    forbid(join(store.root, '--closed--'))
    chmodSync(join(store.root, '..'), 0o755)
    await run(async () => {
      expect(await listed(store)).toEqual([
        ['good'],
        {
          '--srv-app--/file/session.jsonl': 'no permission to read it',
          '--srv-app--/folder': 'no permission to look into the folder',
          '--closed--': 'no permission to look into the folder',
        },
      ])
    })
    for (const path of [store.folder({ id: 'folder' }), join(store.root, '--closed--')]) chmodSync(path, 0o755)
  })

  test('that goes while the store is listed is no session and no failure', async () => {
    const store = testStore()
    store.add({ id: 's' })
    const open = (path: string): ReturnType<typeof openFile> => {
      rmSync(path)
      return openFile(path)
    }
    expect(await dshStore(store.root, { open }).list()).toEqual({ sessions: [], unreadable: [] })
    store.add({ id: 's' })
    expect(await dshStore(store.root, { open }).find('s')).toBeUndefined()
  })

  test('is a mistake of ours when it is no failure to read: then it is not swallowed', async () => {
    const store = testStore()
    store.add({ id: 's' })
    const mistake = new TypeError('a mistake in this program')
    const open = (): Promise<never> => Promise.reject(mistake)
    await expect(dshStore(store.root, { open }).list()).rejects.toBe(mistake)
    await expect(dshStore(store.root, { open }).find('s')).rejects.toBe(mistake)
  })
})

describe('the store as a whole', () => {
  test.each([['list'], ['find']] as const)('is refused by %s when it is not there, or is a file', async (call) => {
    const store = testStore()
    const missing = join(store.root, 'missing')
    const file = store.write('file', 'x')
    const ask = (root: string): Promise<unknown> => (call === 'list' ? dshStore(root).list() : dshStore(root).find('s'))
    await expect(ask(missing)).rejects.toMatchObject({ code: 'LOG_NOT_FOUND', message: `${missing}: no such folder` })
    await expect(ask(file)).rejects.toMatchObject({
      code: 'LOG_NOT_FOUND',
      message: `${file}: a file, and no folder of sessions`,
    })
  })

  test('is looked at anew by each call', async () => {
    const store = testStore()
    const reader = dshStore(store.root)
    store.add({ id: 's' })
    expect((await reader.list()).sessions).toHaveLength(1)
    renameSync(store.root, join(temporaryFolder(), 'moved'))
    await expect(reader.list()).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' })
  })
})
