/**
 * `session-streams list` from the outside, as a process of its own.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { testStore } from '../support/session-store.ts'

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url))

test('it lists the store of the harness whose home is named, and stays silent about progress', () => {
  const store = testStore()
  store.add(log({ id: 's' }).title('T'), 'session.jsonl.zstd')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'list'], {
    encoding: 'utf8',
    env: { ...process.env, DSH_HOME: dirname(store.root) },
  })
  expect([status, stdout, stderr]).toEqual([0, 's  2023-11-14 22:13:20Z  /srv/app  T\n1 session\n', ''])
})

test('it ends quietly when its reader goes away', async () => {
  const store = testStore()
  for (let index = 0; index < 1000; index++) store.add({ id: `${'long'.repeat(50)}${index}` })
  const listing = spawn(process.execPath, [bin, 'list', store.root], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  listing.stderr.on('data', (text: Buffer) => void (stderr += text.toString()))
  listing.stdout.once('data', () => void listing.stdout.destroy())
  const exitCode = await new Promise((resolve) => void listing.once('close', resolve))
  expect([exitCode, stderr]).toEqual([0, ''])
})
