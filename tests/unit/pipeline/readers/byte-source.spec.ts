import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFile, type ByteSource } from '../../../../src/pipeline/readers/index.ts'
import { asNobody } from '../../../support/as-nobody.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const file = (content = 'hello'): string => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, content)
  return path
}

describe('a regular file', () => {
  test('has a size and gives bytes at any offset, none past its end', async () => {
    const source = await openFile(file('hello'))
    const into = Buffer.alloc(4)
    expect(source.size).toBe(5)
    expect(await source.read(into, 3)).toBe(2)
    expect(into.toString('utf8', 0, 2)).toBe('lo')
    expect(await source.read(into, 5)).toBe(0)
    await source.close()
  })
})

describe('what is refused', () => {
  test('is a path where nothing is, also below a file', async () => {
    const path = file()
    for (const missing of [`${path}.not`, join(path, 'below')]) {
      await expect(openFile(missing)).rejects.toMatchObject({
        code: 'LOG_NOT_FOUND',
        message: `${missing}: no such file or directory`,
      })
    }
  })

  test('is a folder', async () => {
    const folder = temporaryFolder()
    await expect(openFile(folder)).rejects.toMatchObject({
      code: 'LOG_NOT_A_FILE',
      message: `${folder}: not a regular file`,
    })
  })

  test('is a pipe that nobody writes to, without waiting for a writer', async () => {
    const path = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    await expect(openFile(path)).rejects.toMatchObject({ code: 'LOG_NOT_A_FILE' })
  })

  test('is a link that leads to itself', async () => {
    const path = join(temporaryFolder(), 'link')
    symlinkSync(path, path)
    await expect(openFile(path)).rejects.toMatchObject({
      code: 'LOG_NOT_A_FILE',
      message: `${path}: a link that leads to itself`,
    })
  })

  asNobody('is a file without read permission', async ({ forbid, run }) => {
    const path = file()
    forbid(path)
    await run(() =>
      expect(openFile(path)).rejects.toMatchObject({
        code: 'LOG_NOT_READABLE',
        message: `${path}: no permission to read it`,
      }),
    )
  })
})

describe('a file that changes while it is open', () => {
  /** Opens a file, reads all of it, lets something happen to it, and asks whether what was read still stands. */
  async function after(happens: (path: string) => void): Promise<unknown> {
    const path = file('hello world')
    utimesSync(path, 1, 1)
    const source: ByteSource = await openFile(path)
    await source.read(Buffer.alloc(source.size), 0)
    happens(path)
    try {
      return await source.verify?.()
    } catch (error) {
      return error
    } finally {
      await source.close()
    }
  }

  test('is no trouble when nothing happened, or only something was appended', async () => {
    expect(await after(() => undefined)).toBeUndefined()
    expect(await after((path) => appendFileSync(path, ' and more'))).toBeUndefined()
  })

  test.each<[string, (path: string) => void]>([
    ['was replaced', (path) => (writeFileSync(`${path}.new`, 'hello world'), renameSync(`${path}.new`, path))],
    ['was replaced', (path) => (renameSync(path, `${path}.old`), mkdirSync(path))],
    ['became shorter', (path) => truncateSync(path, 5)],
    ['was rewritten', (path) => writeFileSync(path, 'HELLO world, and longer than before')],
    ['was rewritten', (path) => writeFileSync(path, 'hello WORLD')],
  ])('has to be read again when it %s', async (words, happens) => {
    expect(await after(happens)).toMatchObject({
      code: 'LOG_CHANGED',
      message: `the file ${words} while it was read; try again`,
    })
  })
})

test('opening reads nothing and leaves the file as it was', async () => {
  const path = file()
  const before = statSync(path)
  await (await openFile(path)).close()
  expect(statSync(path)).toMatchObject({ mtimeMs: before.mtimeMs, size: before.size })
})
