/**
 * Where an index is kept, and where it is not.
 *
 * @module
 */
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexPlace } from '../../../../../src/corpus/search/index/index-place.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

function folders(): { caches: string; root: string } {
  const folder = temporaryFolder()
  const root = join(folder, 'sessions')
  mkdirSync(root)
  return { caches: join(folder, 'caches'), root }
}

test('makes folder and file for the person alone, and finds them again', async () => {
  const { caches, root } = folders()
  const file = await indexPlace(caches, root)
  expect(statSync(file)).toMatchObject({ size: 0 })
  expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700])
  expect(await indexPlace(caches, root)).toBe(file)
})

test('keeps the logs of each folder apart, however it is named', async () => {
  const { caches, root } = folders()
  const other = folders().root
  symlinkSync(root, `${root}-link`)
  expect(await indexPlace(caches, other)).not.toBe(await indexPlace(caches, root))
  expect(await indexPlace(caches, `${root}-link`)).not.toBe(await indexPlace(caches, root))
  expect(await indexPlace(caches, `${root}/../sessions`)).toBe(await indexPlace(caches, root))
})

test('follows a link to the caches themselves: whoever set it has chosen it', async () => {
  const { caches, root } = folders()
  mkdirSync(`${caches}-real`)
  symlinkSync(`${caches}-real`, caches)
  expect(await indexPlace(caches, root)).toContain('caches-real')
})

const unsafe: [string, RegExp, (place: { folder: string; file: string; elsewhere: string }) => void][] = [
  ['a folder that is a link', /a link, or no folder/, ({ folder, elsewhere }) => symlinkSync(elsewhere, folder)],
  ['a file in the place of the folder', /a link, or no folder/, ({ folder }) => writeFileSync(folder, '')],
  [
    'a folder that others may look into',
    /others have rights/,
    ({ folder }) => {
      mkdirSync(folder)
      chmodSync(folder, 0o755)
    },
  ],
  [
    'a file that is a link',
    /a link, or no regular file/,
    ({ folder, file, elsewhere }) => {
      mkdirSync(folder, { mode: 0o700 })
      symlinkSync(join(elsewhere, 'victim'), file)
    },
  ],
  [
    'a file with a second name',
    /a link, or no regular file/,
    ({ folder, file, elsewhere }) => {
      mkdirSync(folder, { mode: 0o700 })
      writeFileSync(join(elsewhere, 'victim'), '', { mode: 0o600 })
      linkSync(join(elsewhere, 'victim'), file)
    },
  ],
  [
    'a file that others may read',
    /others have rights/,
    ({ folder, file }) => {
      mkdirSync(folder, { mode: 0o700 })
      writeFileSync(file, '', { mode: 0o644 })
      chmodSync(file, 0o644)
    },
  ],
]
test.each(unsafe)('refuses %s, and touches nothing', async (_, words, prepare) => {
  const { caches, root } = folders()
  const name = (await indexPlace(`${caches}-other`, root)).split('/').at(-1) as string
  const elsewhere = temporaryFolder()
  mkdirSync(caches)
  const folder = join(caches, 'session-streams')
  prepare({ folder, file: join(folder, name), elsewhere })
  const before = readdirSync(elsewhere)
  await expect(indexPlace(caches, root)).rejects.toMatchObject({ code: 'SEARCH_INDEX_UNSAFE', message: words })
  expect(readdirSync(elsewhere)).toEqual(before)
})

test.each(['', 'deep/below'])('refuses caches among the logs: %j', async (below) => {
  const { root } = folders()
  const caches = join(root, below)
  await expect(indexPlace(caches, root)).rejects.toMatchObject({
    code: 'SEARCH_INDEX_UNSAFE',
    message: /among the logs/,
  })
  expect(existsSync(join(caches, 'session-streams'))).toBe(false)
})

test.skipIf(process.getuid?.() !== 0)('refuses what belongs to somebody else (run by root alone)', async () => {
  const { caches, root } = folders()
  const { chownSync } = await import('node:fs')
  const file = await indexPlace(caches, root)
  chownSync(file, 65_534, 65_534)
  await expect(indexPlace(caches, root)).rejects.toThrow('belongs to somebody else')
})
