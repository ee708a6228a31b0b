/**
 * Finding in many sessions: a scan, an index of ours, and the harness's engine in memory, on the same store.
 *
 * @module
 */
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore from '@deepseek-ai/dsh-session'
import JsonlSessionPersistence from '@deepseek-ai/dsh-session-persistence-jsonl'
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import { dshStore } from '../../src/corpus/dsh-store.ts'
import { corpusMemoryPort } from '../../src/tools/corpus-memory-port.ts'
import { writeLog } from '../log-generator.ts'
import type { Job } from './job.ts'

/** What searching one store came to. */
export interface SearchCost {
  /** Bytes of all logs. */
  readonly bytes: number
  /** The first search of a fresh process, for words that are nowhere: everything is scanned, or indexed. */
  readonly firstMs: number
  /** Of each further search: words, phrases and Chinese, common ones and rare ones. */
  readonly queryMs: readonly number[]
  /** The newest 20 hits of a common phrase. */
  readonly newestMs: number
  /** A search after one event was appended to one log. */
  readonly appendMs: number
  /** Bytes of the index file; 0 without one. */
  readonly indexBytes: number
  /** In how many sessions a word of two Chinese characters was found. */
  readonly chinese: number
}

const sessionEvents = 4000
const common = 'the parser returns'
const nowhere = 'no such words anywhere'
const chinese = '检查'
const queries = [
  common,
  'package.json',
  'guard before read',
  'TS2322',
  '读取',
  '检查这个文件',
  'naïve',
  'cache null',
  nowhere,
]
const repeats = 8

/** Answers with the number of sessions that were found. */
type Find = (query: string) => Promise<number>

/** The sessions of the store: `log.events` events in all. */
async function storeFor(path: string, events: number): Promise<string> {
  const root = join(dirname(path), `search-${events}`)
  if (existsSync(root)) return root
  const unfinished = `${root}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  for (let seed = 1; seed <= Math.ceil(events / sessionEvents); seed++) {
    const folder = join(unfinished, '--srv-app--', `session-generated-${seed}-${sessionEvents}`)
    await writeLog(join(folder, 'session.jsonl'), { events: sessionEvents, seed })
  }
  renameSync(unfinished, root)
  return root
}

const logsOf = (root: string): string[] =>
  readdirSync(join(root, '--srv-app--')).map((session) => join(root, '--srv-app--', session, 'session.jsonl'))

const timed = async (step: () => Promise<unknown>): Promise<number> => {
  const since = performance.now()
  await step()
  return performance.now() - since
}

async function costOf(root: string, find: Find, indexBytes: () => number): Promise<SearchCost> {
  const logs = logsOf(root)
  const bytes = logs.reduce((sum, path) => sum + statSync(path).size, 0)
  const firstMs = await timed(() => find(nowhere))
  const queryMs: number[] = []
  for (let round = 0; round < repeats; round++) {
    for (const query of queries) queryMs.push(await timed(() => find(query)))
  }
  const newestMs = await timed(() => find(common))
  const found = await find(chinese)
  const data = {
    content: [{ type: 'text', text: 'one more event' }],
    role: 'user',
    source: { kind: 'user' },
    id: 'more',
  }
  const event = { type: 'user/message', seq: sessionEvents, time: 1_790_000_000_000, data, surfaceOp: 'append' }
  const last = logs.at(-1) as string
  const size = statSync(last).size
  appendFileSync(last, `${JSON.stringify(event)}\n`)
  const appendMs = await timed(() => find(common))
  truncateSync(last, size)
  return { bytes, firstMs, queryMs, newestMs, appendMs, indexBytes: indexBytes(), chinese: found }
}

/** Ours; `detail` is `scan` or `index`. */
export const search: Job = {
  prepare: async ({ path, events }) => void (await storeFor(path, events)),
  async run({ path, events }, detail) {
    const root = await storeFor(path, events)
    const caches = `${root}-caches`
    rmSync(caches, { recursive: true, force: true })
    const index = detail === 'index' ? { index: { root, caches } } : {}
    const port = corpusMemoryPort(dshStore(root), { maxBytes: Number.POSITIVE_INFINITY, ...index })
    const find: Find = async (query) => (await port.searchSessions({ query, limit: 20 })).hits.length
    const folder = join(caches, 'session-streams')
    const sizeOf = (name: string): number => statSync(join(folder, name)).size
    return costOf(root, find, () =>
      existsSync(folder) ? readdirSync(folder).reduce((sum, name) => sum + sizeOf(name), 0) : 0,
    )
  },
}

const context = new Context()

/** The harness's engine, its index in memory. */
export const searchHarness: Job = {
  async prepare({ path, events }) {
    const root = await storeFor(path, events)
    await context.plugin(SessionStore)
    await context.plugin(JsonlSessionPersistence, { root, compression: 'none' })
    await context.plugin(SqliteSessionQueryEngine, { path: ':memory:', openAt: 'first-search' })
  },
  async run({ path, events }) {
    const find: Find = async (query) =>
      (await context.sessionQuery.searchSessions({ query, limit: 20, sessionFilters: [] })).items.length
    return costOf(await storeFor(path, events), find, () => 0)
  },
}
