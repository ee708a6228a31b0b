import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../src/corpus/dsh-store.ts'
import { openFile, type ByteSource } from '../../../src/pipeline/readers/index.ts'
import { casePath, testRealLogs } from '../../support/real-logs.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'

/** Paths that are opened, in order. */
function watched({ root }: TestStore): {
  readonly find: ReturnType<typeof dshStore>['find']
  readonly opened: string[]
} {
  const opened: string[] = []
  const open = (path: string): Promise<ByteSource> => {
    opened.push(path)
    return openFile(path)
  }
  return { find: dshStore(root, { open }).find, opened }
}

/** Ids that would lead out of a store, or nowhere, if they were joined into a path. */
const traps = ['..', '.', '', '/', '../x', '../../x', '/etc/passwd', 'a\0b', 'x'.repeat(4096), '\ud800', '~002E']

describe('a session that is looked for', () => {
  test('is found in whatever project it is, and is what the listing says', async () => {
    const store = testStore()
    for (const cwd of ['/a', '/b', '/c']) store.add({ id: `in ${cwd}`, cwd })
    store.add({ id: 'packed', cwd: '/d' }, 'session.jsonl.zstd')
    const { sessions } = await dshStore(store.root).list()
    expect(sessions).toHaveLength(4)
    for (const session of sessions) expect(await dshStore(store.root).find(session.header.id)).toEqual(session)
  })

  test('costs its own file, and no look at any other', async () => {
    const store = testStore()
    for (let index = 0; index < 20; index++) store.add({ id: `s${index}`, cwd: `/p${index % 3}` })
    const { find, opened } = watched(store)
    expect((await find('s7'))?.header.id).toBe('s7')
    expect(opened).toEqual([join(store.folder({ id: 's7', cwd: '/p1' }), 'session.jsonl')])
  })

  test('is none when there is no such id, and no file is opened for it', async () => {
    const store = testStore()
    store.add({ id: 'x' })
    writeFileSync(join(dirname(store.root), 'x'), 'outside')
    const { find, opened } = watched(store)
    for (const id of [...traps, 'X', 'x ', 'xx']) expect(await find(id), JSON.stringify(id)).toBeUndefined()
    expect(opened).toEqual([])
  })

  test('is found by any id that a store can hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), async (id) => {
        const store = testStore()
        const path = store.add({ id })
        expect(await dshStore(store.root).find(id)).toMatchObject({ path, header: { id } })
        expect(await dshStore(store.root).list()).toMatchObject({ sessions: [{ path }], unreadable: [] })
      }),
      { numRuns: 100 },
    )
  })

  test('is refused with its path and the reason when it cannot be read', async () => {
    const store = testStore()
    const path = store.write('--srv-app--/s/session.jsonl', '')
    await expect(dshStore(store.root).find('s')).rejects.toMatchObject({
      code: 'LOG_EMPTY',
      message: `${path}: an empty file, no session log`,
    })
  })

  test('is found beside a copy of it that does not belong where it is', async () => {
    const store = testStore()
    const path = store.add({ id: 's', cwd: '/b' })
    store.write('--a--/s/session.jsonl', readFileSync(path))
    expect(await dshStore(store.root).find('s')).toMatchObject({ path })
  })

  testRealLogs('31: an id that is a path finds nothing, like any other that is not there', async () => {
    const store = testStore()
    store.add({ id: 'x' })
    const ids = readFileSync(casePath('31-session-id-as-path', 'ids.txt'), 'utf8').split('\n')
    expect(ids.length).toBeGreaterThan(10)
    const { find, opened } = watched(store)
    for (const id of ids) expect(await find(id)).toBeUndefined()
    expect(opened).toEqual([])
  })

  testRealLogs('42: the good one is listed, the five bad ones are counted with their reasons', async () => {
    const { sessions, unreadable } = await dshStore(casePath('42-one-bad-file-poisons-the-list', 'store')).list()
    expect(sessions.map(({ header }) => header.id)).toEqual(['session-good'])
    expect(unreadable.map(({ path, reason }) => [dirname(path).split('/').at(-1), reason.split(':')[0]])).toEqual([
      ['session-dir', 'not a regular file'],
      ['session-future', 'format v9 is newer than this reader, which reads v0 to v4'],
      ['session-garbage', 'no header that can be trusted'],
      ['session-mismatch', 'its header names another session or working directory than its folder'],
      ['session-zero', 'an empty file, no session log'],
    ])
  })
})
