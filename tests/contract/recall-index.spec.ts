/**
 * The index under other processes: two at once, and one that is killed at any moment. `SESSION_STREAMS_LARGE=1` also
 * indexes 1 GB.
 *
 * @module
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { writeLog } from '../../bench/log-generator.ts'
import { dshStore } from '../../src/corpus/dsh-store.ts'
import { corpusMemoryPort } from '../../src/tools/corpus-memory-port.ts'
import { searchCorpus } from '../support/search-corpus.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const program = fileURLToPath(new URL('../support/programs/index-store.ts', import.meta.url))
const isLarge = process.env['SESSION_STREAMS_LARGE'] === '1'

interface Answer {
  readonly found: readonly object[]
  readonly peakMb: number
}

async function indexed(root: string, caches: string, query: string): Promise<Answer> {
  const args = ['--max-old-space-size=64', program, root, caches, query]
  const { stdout } = await promisify(execFile)(execPath, args, { maxBuffer: 1 << 26 })
  return JSON.parse(stdout) as Answer
}

async function scanned(root: string, query: string): Promise<readonly object[]> {
  const { hits } = await corpusMemoryPort(dshStore(root)).searchSessions({ query, limit: 50 })
  return hits.map(({ sessionId, best: { seq, surface } }) => ({ sessionId, seq, surface }))
}

test('two processes make and use one index at the same time', async () => {
  const { store } = searchCorpus(2e6)
  const caches = join(temporaryFolder(), 'caches')
  const expected = await scanned(store.root, '重试队列')
  expect(expected.length).toBeGreaterThan(10)
  const answers = await Promise.all([1, 2, 3].map(() => indexed(store.root, caches, '重试队列')))
  for (const { found } of answers) expect(found).toEqual(expected)
})

/** How many sessions an index holds; none while it has no tables. */
function sessionsIn(caches: string): number {
  const folder = join(caches, 'session-streams')
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite'))
  if (file === undefined) return 0
  const db = new DatabaseSync(join(folder, file))
  try {
    return db.prepare('SELECT count(*) AS count FROM sessions').get()?.['count'] as number
  } catch {
    return 0
  } finally {
    db.close()
  }
}

test('a process that is killed at any moment leaves an index that the next one finishes', async () => {
  const { store, stories } = searchCorpus(5e6)
  const expected = await scanned(store.root, 'retry queue')
  const found: number[] = []
  for (let round = 0; round < 6; round++) {
    const caches = join(temporaryFolder(), 'caches')
    const child = spawn(execPath, [program, store.root, caches, 'retry queue'], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    // From here on it writes: the moment is another one in each round.
    while (child.exitCode === null && !existsSync(join(caches, 'session-streams'))) await setTimeout(1)
    await setTimeout(round * 30 + Math.random() * 30)
    child.kill('SIGKILL')
    await ended
    found.push(sessionsIn(caches))
    expect((await indexed(store.root, caches, 'retry queue')).found).toEqual(expected)
  }
  // At least one of them was killed in the middle.
  expect(found.some((count) => count > 0 && count < stories.length)).toBe(true)
})

test(
  `a log of ${isLarge ? '1 GB' : '60 MB'} is indexed in a heap of 64 MB`,
  { timeout: isLarge ? 1_800_000 : 180_000 },
  async () => {
    const peaks: number[] = []
    for (const events of [10_000, isLarge ? 4_000_000 : 240_000]) {
      const root = join(temporaryFolder(), 'sessions')
      const id = `session-generated-1-${events}`
      await writeLog(join(root, '--srv-app--', id, 'session.jsonl'), { events, seed: 1 })
      const { found, peakMb } = await indexed(root, join(temporaryFolder(), 'caches'), 'parser returns')
      expect(found).toMatchObject([{ sessionId: id }])
      peaks.push(peakMb)
    }
    const [small = 0, large = 0] = peaks
    expect(large - small).toBeLessThan(80)
    expect(large).toBeLessThan(300)
  },
)
