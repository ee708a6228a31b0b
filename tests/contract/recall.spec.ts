/**
 * `session-streams recall` and `read` from the outside, as processes of their own.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { testStore } from '../support/session-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url))

interface Run {
  readonly root: string
  readonly caches: string
  readonly flags?: readonly string[]
}

function run({ root, caches, flags = [] }: Run, ...args: readonly string[]): [number | null, string, string] {
  const env = { ...process.env, DSH_HOME: dirname(root), XDG_CACHE_HOME: caches }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, bin, ...args], { encoding: 'utf8', env })
  return [status, stdout, stderr]
}

test('they search and read the store of the harness whose home is named, and write nothing', () => {
  const { root, add } = testStore()
  add(log({ id: 's' }).turn().user('我们先检查重试队列'), 'session.jsonl.zstd')
  const caches = join(temporaryFolder(), 'caches')
  const [status, stdout, stderr] = run({ root, caches }, 'recall', '重试')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('\nSession: s | seq: 1 | user/message | current\nCWD: /srv/app\n我们先检查重试队列\n')
  expect(run({ root, caches }, 'read', 's', '1')[1]).toContain(
    '[1] user/message | current (target)\n我们先检查重试队列\n',
  )
  expect(existsSync(caches)).toBe(false)
})

test('without SQLite a search with an index says what it needs, and scans nothing instead', () => {
  const { root, add } = testStore()
  add(log({ id: 's' }).turn().user('word'))
  const old = { root, caches: join(temporaryFolder(), 'caches'), flags: ['--no-experimental-sqlite'] }
  const words = 'an index needs node:sqlite, which Node has from 22.13 on: use a newer Node, or search without an index'
  expect(run(old, 'recall', 'word', '--index')).toEqual([1, '', `session-streams: ${words}.\n`])
  expect(run(old, 'recall', 'word')[0]).toBe(0)
})
