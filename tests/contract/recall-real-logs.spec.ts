/**
 * On real logs scan, index and the whole-array reference find the same.
 *
 * @module
 */
import { join } from 'node:path'
import { expect } from 'vitest'
import { isSubagent } from '../../src/tools/access.ts'
import { corpusMemoryPort } from '../../src/tools/corpus-memory-port.ts'
import { fetchEventText } from '../../src/tools/fetch-event-text.ts'
import { dshStore } from '../../src/corpus/dsh-store.ts'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { logsFolder, testRealLogs } from '../support/real-logs.ts'
import { hitSeqs } from '../support/search-reference.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const queries = [
  'the',
  'tool call',
  'error',
  '文件',
  '测试',
  'session',
  'package.json',
  '"name":',
  'a',
  '->',
  'Unhandled',
]

testRealLogs(
  'scan, index and reference find the same newest event in each session',
  async () => {
    const root = join(logsFolder(), 'dsh', 'store-hydrated')
    const store = dshStore(root)
    const sessions = (await store.list()).sessions.filter(({ header }) => !isSubagent(header))
    const logs = await Promise.all(
      sessions.map(async ({ header, path }) => ({
        id: header.id,
        events: await collect(pipe((await openLog(path)).read)),
      })),
    )
    const index = { root, caches: join(temporaryFolder(), 'caches') }
    for (const query of queries) {
      const expected = logs.flatMap(({ id, events }) => {
        const [newest] = hitSeqs(events, fetchEventText, query)
        return newest === undefined ? [] : [[id, newest]]
      })
      for (const port of [corpusMemoryPort(store), corpusMemoryPort(store, { index })]) {
        const { hits, coverage } = await port.searchSessions({ query, limit: 1000 })
        expect(coverage).toMatchObject({ sessions: sessions.length })
        expect([query, hits.map(({ sessionId, best: { seq } }) => [sessionId, seq])]).toEqual([query, expected])
      }
    }
  },
  300_000,
)
