import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dshStore } from '../../../src/corpus/dsh-store.ts'
import { openLog } from '../../../src/pipeline/readers/index.ts'
import { log } from '../../support/log-builder.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Puts a link where a session, its folder or its project would be. */
function link(store: TestStore, path: string, target: string): void {
  mkdirSync(dirname(join(store.root, path)), { recursive: true })
  symlinkSync(target, join(store.root, path))
}

async function reasons({ root }: TestStore): Promise<Record<string, string>> {
  const { unreadable } = await dshStore(root).list()
  return Object.fromEntries(unreadable.map(({ path, reason }) => [relative(root, path), reason]))
}
const ids = async ({ root }: TestStore): Promise<string[]> =>
  (await dshStore(root).list()).sessions.map(({ header }) => header.id)

const leadsOut = 'a link that leads out of the folder of sessions: not followed'

describe('what is no regular file', () => {
  test('is refused at once: a pipe that nobody writes to', async () => {
    const store = testStore()
    store.add({ id: 'good' })
    mkdirSync(store.folder({ id: 's' }), { recursive: true })
    execFileSync('mkfifo', [join(store.folder({ id: 's' }), 'session.jsonl')])
    expect(await ids(store)).toEqual(['good'])
    expect(await reasons(store)).toEqual({ '--srv-app--/s/session.jsonl': 'not a regular file' })
    await expect(dshStore(store.root).find('s')).rejects.toMatchObject({ code: 'LOG_NOT_A_FILE' })
  })

  test('is refused at once: a socket', async () => {
    const store = testStore()
    store.add({ id: 'good' })
    mkdirSync(store.folder({ id: 's' }), { recursive: true })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(store.folder({ id: 's' }), 'session.jsonl'), resolve))
    onTestFinished(() => void server.close())
    expect(await ids(store)).toEqual(['good'])
    expect(await reasons(store)).toEqual({ '--srv-app--/s/session.jsonl': 'not a regular file' })
  })

  test('is not even opened', async () => {
    const store = testStore()
    mkdirSync(join(store.folder({ id: 's' }), 'session.jsonl'), { recursive: true })
    const open = (): Promise<never> => Promise.reject(new TypeError('opened'))
    expect((await dshStore(store.root, { open }).list()).unreadable).toHaveLength(1)
  })
})

describe('a link inside the root', () => {
  test.each([
    ['the log', '--srv-app--/s/session.jsonl', 'session.jsonl'],
    ['the folder of the session', '--srv-app--/s', '.'],
    ['the project', '--srv-app--', '../..'],
  ])('is not followed out of it: %s', async (_, path, below) => {
    const store = testStore()
    const outside = join(temporaryFolder(), 'x', '--srv-app--', 's')
    log({ id: 's' }).write(join(outside, 'session.jsonl'))
    link(store, path, join(outside, below))
    expect(await ids(store)).toEqual([])
    expect(await reasons(store)).toEqual({ [path]: leadsOut })
    const opened: string[] = []
    const open = (file: string): Promise<never> => {
      opened.push(file)
      return Promise.reject(new TypeError('opened'))
    }
    await Promise.allSettled([dshStore(store.root, { open }).list(), dshStore(store.root, { open }).find('s')])
    expect(opened).toEqual([])
  })

  test('is not followed to a folder whose name begins as that of the root', async () => {
    const store = testStore()
    const path = log({ id: 's' }).write(join(`${store.root}-other`, 's', 'session.jsonl'))
    link(store, '--srv-app--/s', dirname(path))
    expect(await reasons(store)).toEqual({ '--srv-app--/s': leadsOut })
  })

  test('that leads to itself, or nowhere, is named with the reason', async () => {
    const store = testStore()
    store.add({ id: 'good' })
    link(store, '--srv-app--/loop/session.jsonl', 'session.jsonl')
    link(store, '--srv-app--/round', 'round')
    link(store, '--away--', 'nowhere')
    link(store, '--srv-app--/gone/session.jsonl', 'nowhere')
    expect(await ids(store)).toEqual(['good'])
    const itself = 'a link that leads to itself'
    expect(await reasons(store)).toEqual({
      '--away--': 'a link to nothing',
      '--srv-app--/gone/session.jsonl': 'a link to nothing',
      '--srv-app--/loop/session.jsonl': itself,
      '--srv-app--/round': itself,
    })
  })

  test('is followed while it stays in: a log that is kept elsewhere below the root', async () => {
    const store = testStore()
    const kept = store.write('kept/elsewhere/s.log', log({ id: 's' }).text())
    link(store, '--srv-app--/s/session.jsonl', '../../kept/elsewhere/s.log')
    const { sessions, unreadable } = await dshStore(store.root).list()
    expect(unreadable).toEqual([])
    expect(sessions).toMatchObject([{ path: kept, header: { id: 's' } }])
    expect(await dshStore(store.root).find('s')).toEqual(sessions[0])
    const opened = await openLog(sessions[0]?.path ?? '')
    expect(opened.header).toEqual(sessions[0]?.header)
    await opened.close()
  })

  test.each([
    ['a session', '--alias--/s', '../--srv-app--/s'],
    ['a project', '--alias--', '--srv-app--'],
    ['the root itself', '--alias--', '.'],
    ['the log of a session', '--alias--/other/session.jsonl', '../../--srv-app--/s/session.jsonl'],
  ])('makes no second session: %s', async (_, path, target) => {
    const store = testStore()
    const file = store.add({ id: 's' })
    link(store, path, target)
    const listing = await dshStore(store.root).list()
    expect(listing).toMatchObject({ sessions: [{ path: file, header: { id: 's' } }], unreadable: [] })
    expect(await dshStore(store.root).find('s')).toEqual(listing.sessions[0])
  })

  test('to another session is no session of the name it has', async () => {
    const store = testStore()
    store.add({ id: 's' })
    link(store, '--srv-app--/t', 's')
    expect(await dshStore(store.root).find('t')).toBeUndefined()
  })

  test('to a pipe is refused like the pipe', async () => {
    const store = testStore()
    execFileSync('mkfifo', [join(store.root, 'pipe')])
    link(store, '--srv-app--/s/session.jsonl', '../../pipe')
    expect(await reasons(store)).toEqual({ '--srv-app--/s/session.jsonl': 'not a regular file' })
  })
})

describe('the root', () => {
  test('is followed when it is a link: whoever named it has chosen it', async () => {
    const store = testStore()
    store.add({ id: 's' })
    store.write('kept/t.log', log({ id: 't' }).text())
    link(store, '--srv-app--/t/session.jsonl', '../../kept/t.log')
    const named = join(temporaryFolder(), 'link')
    symlinkSync(store.root, named)
    const { sessions, unreadable } = await dshStore(named).list()
    expect(unreadable).toEqual([])
    expect(sessions.map(({ path }) => relative(named, path))).toEqual(['--srv-app--/s/session.jsonl', 'kept/t.log'])
  })

  test('may be named from the working directory: paths are absolute', async () => {
    const store = testStore()
    const path = store.add({ id: 's' })
    const { sessions } = await dshStore(relative(process.cwd(), store.root)).list()
    expect(sessions[0]?.path).toBe(path)
  })

  test('is refused when it is a link that leads to itself', async () => {
    const store = testStore()
    rmSync(store.root, { recursive: true })
    symlinkSync(store.root, store.root)
    await expect(dshStore(store.root).list()).rejects.toMatchObject({
      code: 'LOG_NOT_READABLE',
      message: `${store.root}: a link that leads to itself`,
    })
  })
})
