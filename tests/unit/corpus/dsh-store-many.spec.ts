import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../src/corpus/dsh-store.ts'
import { openFile, type ByteSource } from '../../../src/pipeline/readers/index.ts'
import { log } from '../../support/log-builder.ts'
import { knowsHandles, openFiles } from '../../support/open-handles.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'

/** A store of so many sessions in 100 projects, and the paths of their logs. */
function storeOf(count: number): [TestStore, string[]] {
  const store = testStore()
  const paths: string[] = []
  const filler = 'x'.repeat(8000)
  for (let index = 0; index < count; index++) {
    const story = log({ id: `session-${index}`, createdAt: 1000 + (index % 500), cwd: `/srv/app-${index % 100}` })
    paths.push(store.add(story.user(filler)))
  }
  return [store, paths]
}

async function readFirstBlocks(paths: readonly string[]): Promise<number> {
  const since = performance.now()
  const block = Buffer.alloc(4096)
  for (const path of paths) {
    const handle = await open(path)
    await handle.read(block, 0, block.length, 0)
    await handle.close()
  }
  return performance.now() - since
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('a store of 10,000 sessions', () => {
  test('is listed in a time like that of reading their first blocks, and holds no more than the records', async () => {
    const [store, paths] = storeOf(10_000)
    await dshStore(store.root).list()
    const ratios: number[] = []
    for (let round = 0; round < 3; round++) {
      const plain = await readFirstBlocks(paths)
      const since = performance.now()
      await dshStore(store.root).list()
      ratios.push((performance.now() - since) / plain)
    }
    // 2.3 to 3.3 where it was measured. A generous bound: other work may come between.
    expect(Math.min(...ratios)).toBeLessThan(8)

    collectGarbage()
    const before = process.memoryUsage().heapUsed
    const { sessions, unreadable } = await dshStore(store.root).list()
    collectGarbage()
    expect(unreadable).toEqual([])
    expect(sessions).toHaveLength(10_000)
    expect((process.memoryUsage().heapUsed - before) / sessions.length).toBeLessThan(1024)
    expect(sessions.slice(0, 2).map(({ header }) => [header.createdAt, header.id])).toEqual([
      [1499, 'session-1499'],
      [1499, 'session-1999'],
    ])
    expect((await dshStore(store.root).find('session-9999'))?.path).toBe(paths[9999])
  }, 60_000)
})

describe('a listing that is cancelled', () => {
  test('before it began asks nothing of the disk', async () => {
    const store = dshStore(join(testStore().root, 'missing'))
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    await expect(store.list({ signal })).rejects.toBe(reason)
    await expect(store.find('s', { signal })).rejects.toBe(reason)
  })

  test.each([
    ['an error', new Error('enough')],
    ['no error at all', null],
  ])('opens no further file, closes those it had, and rejects with the reason: %s', async (_, reason) => {
    const [store] = storeOf(60)
    const abort = new AbortController()
    let opened = 0
    const slow = async (path: string): Promise<ByteSource> => {
      if ((opened += 1) === 10) abort.abort(reason)
      return openFile(path)
    }
    const listing = dshStore(store.root, { open: slow, maxOpenFiles: 4 }).list({ signal: abort.signal })
    await expect(listing).rejects.toBe(reason)
    expect(opened).toBe(10)
    if (knowsHandles) expect(openFiles(store.root)).toBe(0)
  })

  test('is cancelled by a signal whose reason looks like an unreadable file, too', async () => {
    const [store] = storeOf(20)
    const abort = new AbortController()
    const reason = Object.assign(new Error('enough'), { code: 'ENOENT', syscall: 'open' })
    const aborting = (path: string): Promise<ByteSource> => {
      abort.abort(reason)
      return openFile(path)
    }
    const listing = dshStore(store.root, { open: aborting }).list({ signal: abort.signal })
    await expect(listing).rejects.toBe(reason)
  })

  test('lets timers run meanwhile', async () => {
    const [store] = storeOf(500)
    let ticks = 0
    const timer = setInterval(() => void (ticks += 1), 1)
    await dshStore(store.root).list()
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(2)
  })
})
