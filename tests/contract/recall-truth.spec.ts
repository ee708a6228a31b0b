/**
 * Search truth: scan and index give exactly the hits of the written rule, in the documented order, whatever the log is
 * stored as. `SESSION_STREAMS_LARGE=1` takes 50 MB instead of 3 MB.
 *
 * @module
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dshStore } from '../../src/corpus/dsh-store.ts'
import type { MemoryPort } from '../../src/tools/index.ts'
import { corpusMemoryPort } from '../../src/tools/corpus-memory-port.ts'
import { fetchEventText } from '../../src/tools/fetch-event-text.ts'
import { isRecallMessage } from '../../src/tools/index.ts'
import type { LogBuilder } from '../support/log-builder.ts'
import { queries, searchCorpus } from '../support/search-corpus.ts'
import { hitSeqs } from '../support/search-reference.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const isLarge = process.env['SESSION_STREAMS_LARGE'] === '1'
const megabytes = isLarge ? 50 : 3

/** All pages of a search, one after the other. */
async function* pages<Page extends { readonly nextCursor?: string | undefined }>(
  ask: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void> {
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor)
    yield page
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

/** The hits of a session that were said in it, and the surface of each. */
function said(story: LogBuilder, query: string): { seqs: number[]; surfaceOf: (seq: number) => string } {
  const recalled = new Set<number>()
  for (const event of story.events) {
    const { source } = (event.data as { message?: { source?: { callId?: string } } }).message ?? {}
    if (isRecallMessage(event) || source?.callId?.startsWith('recall-') === true) recalled.add(event.seq)
  }
  const seqs = hitSeqs(story.events, fetchEventText, query).filter((seq) => !recalled.has(seq))
  const surfaceOf = (seq: number): string => {
    if (story.events[seq]?.surfaceOp === undefined) return 'log-only'
    return story.surface.includes(seq) ? 'current' : 'shadowed'
  }
  return { seqs, surfaceOf }
}

async function check(port: MemoryPort, stories: readonly LogBuilder[], query: string): Promise<number> {
  const found: unknown[] = []
  for await (const { hits } of pages((cursor) => port.searchSessions({ query, limit: 30, cursor }))) {
    for (const { sessionId, best } of hits) found.push([sessionId, best.seq, best.surface])
  }
  const expected = stories.flatMap((story) => {
    const { seqs, surfaceOf } = said(story, query)
    return seqs[0] === undefined ? [] : [[story.header.id, seqs[0], surfaceOf(seqs[0])]]
  })
  expect([query, found]).toEqual([query, expected])
  return found.length
}

async function checkWithin(port: MemoryPort, story: LogBuilder, query: string): Promise<void> {
  const { id: sessionId } = story.header
  const found: unknown[] = []
  for await (const { hits } of pages((cursor) => port.searchEvents({ query, limit: 6, sessionId, cursor }))) {
    for (const { seq, surface } of hits) found.push([seq, surface])
  }
  const { seqs, surfaceOf } = said(story, query)
  expect([query, sessionId, found]).toEqual([query, sessionId, seqs.map((seq) => [seq, surfaceOf(seq)])])
}

test(
  `on ${megabytes} MB scan and index find exactly what the reference finds, in order`,
  { timeout: isLarge ? 3_600_000 : 120_000 },
  async () => {
    const { store, stories, bytes } = searchCorpus(megabytes * 1e6)
    expect(bytes).toBeGreaterThan(megabytes * 1e6)
    const index = { root: store.root, caches: join(temporaryFolder(), 'caches') }
    const ports = [corpusMemoryPort(dshStore(store.root)), corpusMemoryPort(dshStore(store.root), { index })]
    let hits = 0
    for (const query of queries) {
      for (const port of ports) {
        hits += await check(port, stories, query)
        for (const story of stories.slice(0, 3)) await checkWithin(port, story, query)
      }
    }
    expect(hits).toBeGreaterThan(1000)
  },
)
