import type * as fileSystem from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderWatch, type FolderWatch } from '../../../../src/pipeline/readers/folder-watch.ts'
import { knowsHandles, watchers } from '../../../support/open-handles.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const platform = vi.hoisted(() => ({ hasWatchers: true }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof fileSystem>()
  const watch = (path: string, options: object, listener: () => void): unknown => {
    if (platform.hasWatchers) return fs.watch(path, options, listener)
    throw Object.assign(new Error('no watcher left'), { code: 'ENOSPC' })
  }
  return { ...fs, watch }
})

function watched(folder: string, pollMs: number): FolderWatch {
  const watch = folderWatch(folder, pollMs)
  onTestFinished(() => watch.close())
  return watch
}

/** How long it takes until something has changed. */
async function waited(watch: FolderWatch, ...signals: readonly AbortSignal[]): Promise<number> {
  const since = performance.now()
  await watch.change(...signals)
  return performance.now() - since
}

test('wakes when a file in the folder changes', async () => {
  const folder = temporaryFolder()
  const watch = watched(folder, 20_000)
  setTimeout(() => writeFileSync(join(folder, 'a'), 'a'), 20)
  expect(await waited(watch)).toBeLessThan(10_000)
})

test('remembers what happened while nobody waited, until it is told that it is known', async () => {
  const folder = temporaryFolder()
  const watch = watched(folder, 400)
  writeFileSync(join(folder, 'a'), 'a')
  await waited(watch)
  expect(await waited(watch)).toBeLessThan(300)
  // One change is told several times.
  await new Promise((resolve) => void setTimeout(resolve, 150))
  watch.calm()
  expect(await waited(watch)).toBeGreaterThan(300)
})

test('wakes by itself where the platform has no watcher for it', async () => {
  platform.hasWatchers = false
  onTestFinished(() => void (platform.hasWatchers = true))
  const watch = watched(temporaryFolder(), 30)
  expect(await waited(watch)).toBeGreaterThan(25)
  expect(await waited(watch)).toBeLessThan(10_000)
})

test('wakes by itself in a folder that is not there', async () => {
  expect(await waited(watched(join(temporaryFolder(), 'nowhere'), 10))).toBeLessThan(10_000)
})

test('wakes when a signal is aborted, and does not wait when one is', async () => {
  const watch = watched(temporaryFolder(), 20_000)
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  expect(await waited(watch, new AbortController().signal, controller.signal)).toBeLessThan(10_000)
  expect(await waited(watch, controller.signal)).toBeLessThan(10_000)
})

test.runIf(knowsHandles)('holds one watcher, and none when it is closed', () => {
  const folder = temporaryFolder()
  const watch = folderWatch(folder, 10)
  expect(watchers(folder)).toBe(1)
  watch.close()
  watch.close()
  expect(watchers(folder)).toBe(0)
})
