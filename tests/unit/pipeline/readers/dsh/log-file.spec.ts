import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findLogFile, nameVersion } from '../../../../../src/pipeline/readers/dsh/log-file.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const folderWith = (...names: string[]): string => {
  const folder = temporaryFolder()
  for (const name of names) writeFileSync(join(folder, name), '')
  return folder
}
const found = async (...names: string[]): Promise<string> => {
  const folder = folderWith(...names)
  return (await findLogFile(folder)).slice(folder.length + 1)
}

describe('a path', () => {
  test('to a file, whatever its name, is that file', async () => {
    const path = join(folderWith('anything.txt'), 'anything.txt')
    expect(await findLogFile(path)).toBe(path)
  })

  test('to nothing is left to whoever opens it', async () => {
    expect(await findLogFile('/no/such/thing')).toBe('/no/such/thing')
  })
})

describe('in a folder', () => {
  test('the log is the one with the name the harness gives it', async () => {
    expect(await found('session.jsonl', 'session.lock', 'notes.jsonl')).toBe('session.jsonl')
    expect(await found('session.jsonl.zstd')).toBe('session.jsonl.zstd')
  })

  test('the highest version wins, counted as a number', async () => {
    expect(await found('session.jsonl', 'session.v2.jsonl', 'session.v10.jsonl', 'session.v9.jsonl.zstd')).toBe(
      'session.v10.jsonl',
    )
    expect(await found('session.v99.jsonl', 'session.v4.jsonl')).toBe('session.v99.jsonl')
  })

  test.each([
    'session.v0.jsonl',
    'session.v01.jsonl',
    'session.jsonl.bak',
    'Session.jsonl',
    'session.v1.jsonl.gz',
    'xsession.jsonl',
  ])('a file of another name is no log: %s', async (name) => {
    await expect(found(name)).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' })
  })

  test('without a log the error names the folder and what is missing', async () => {
    const folder = folderWith()
    mkdirSync(join(folder, 'sub'))
    await expect(findLogFile(folder)).rejects.toMatchObject({
      code: 'LOG_NOT_FOUND',
      message: `${folder}: a folder without a session log in it (session.jsonl)`,
    })
  })
})

test('a name states its version, or that it is not one of the harness', () => {
  const names = ['/a/session.jsonl', 'session.v3.jsonl', 'session.v4.jsonl.zstd', 'session-1.jsonl', 'session.v0.jsonl']
  expect(names.map(nameVersion)).toEqual([0, 3, 4, undefined, undefined])
})
