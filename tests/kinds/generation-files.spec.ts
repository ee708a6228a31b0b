/**
 * Which file of a session's folder is its log, and what happens when it cannot be read.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { laterLines, user } from '../support/later-log.ts'
import { asText } from '../support/read-text.ts'
import { see, seeLog, seenOrRefused, textsOf } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { zstdLog } from '../support/zstd-log.ts'

const later = (version: number): string => asText(laterLines(version, [user('hi')]))

describe("a session's folder", () => {
  /** A folder in which each file holds a log of the version in its name, whose first words are that name. */
  const folderOf = (...names: string[]): string => {
    const folder = temporaryFolder()
    for (const name of names) {
      const version = Number(/\.v(\d+)\./.exec(name)?.[1] ?? 0)
      const lines = laterLines(version, [user(name)])
      writeFileSync(join(folder, name), name.endsWith('.zstd') ? zstdLog(lines) : asText(lines))
    }
    return folder
  }
  const saidIn = async (folder: string): Promise<unknown> =>
    seenOrRefused(async () => textsOf(await seeLog(await openLog(folder))))

  test.each([
    ['session.v3.jsonl', ['session.jsonl', 'session.v1.jsonl', 'session.v3.jsonl']],
    ['session.v4.jsonl.zstd', ['session.v3.jsonl', 'session.v4.jsonl.zstd', 'session.jsonl.zstd']],
    ['session.jsonl.zstd', ['session.jsonl.zstd', 'session.lock']],
  ])('shows its highest generation: %s', async (name, names) => {
    expect(await saidIn(folderOf(...names))).toEqual([name])
  })

  test('v10 is higher than v9', async () => {
    const refused = await saidIn(folderOf('session.v9.jsonl', 'session.v10.jsonl', 'session.v4.jsonl'))
    expect(refused).toMatchObject({ message: expect.stringContaining('format v10 is newer') as string })
  })

  test.each([
    ['session.v03.jsonl'],
    ['session.V3.jsonl'],
    ['session.v4.jsonl.tmp'],
    ['session.v0.jsonl'],
    ['session.v4.json'],
    ['session.v4.jsonl.zst'],
    ['.session.v4.jsonl'],
    ['session.v-4.jsonl'],
    ['session.v4.5.jsonl'],
  ])('%s is not a name the harness gives', async (name) => {
    expect(await saidIn(folderOf('session.jsonl', name))).toEqual(['session.jsonl'])
    expect(await saidIn(folderOf(name))).toMatchObject({ code: 'LOG_NOT_FOUND' })
  })

  test.each([
    ['a newer format', 'session.v7.jsonl', later(7), 'LOG_VERSION_UNSUPPORTED'],
    ['an empty file', 'session.v4.jsonl', '', 'LOG_EMPTY'],
    ['garbage', 'session.v4.jsonl', 'garbage\n', 'LOG_HEADER_INVALID'],
    ['a torn frame', 'session.v4.jsonl.zstd', zstdLog(laterLines(4, [])).subarray(0, 20), 'LOG_HEADER_INVALID'],
    ['the header of another format', 'session.v4.jsonl', later(3), 'LOG_HEADER_INVALID'],
  ])('never shows an older generation in the place of %s', async (_, name, content, code) => {
    const folder = folderOf('session.jsonl', 'session.v3.jsonl')
    writeFileSync(join(folder, name), content)
    expect(await saidIn(folder)).toMatchObject({ code })
  })

  test('never shows an older generation in the place of a folder with a log’s name', async () => {
    const folder = folderOf('session.jsonl')
    mkdirSync(join(folder, 'session.v4.jsonl'))
    expect(await saidIn(folder)).toMatchObject({ code: 'LOG_NOT_A_FILE' })
  })
})

test.each([
  ['session.v3.jsonl', 4],
  ['session.jsonl', 3],
  ['session.v4.jsonl', 0],
])('a file named %s with a header of v%i is refused', async (path, version) => {
  expect(await seenOrRefused(() => see(later(version), { path }))).toMatchObject({
    code: 'LOG_HEADER_INVALID',
    message: expect.stringMatching(/its name says format v\d and its header v\d/) as string,
  })
})
