/**
 * How much a scan reads, what it says of the rest, and how fast it ends.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../../src/corpus/dsh-store.ts'
import { corpusMemoryPort } from '../../../../src/tools/corpus-memory-port.ts'
import { recallMemory } from '../../../../src/tools/index.ts'
import type { RecallValue } from '../../../../src/tools/recall-value.ts'
import { log, type LogBuilder } from '../../../support/log-builder.ts'
import { testStore, type TestStore } from '../../../support/session-store.ts'

interface Corpus {
  readonly store: TestStore
  readonly recall: (args: object, signal?: AbortSignal) => Promise<RecallValue>
}

const seqs = ({ results }: RecallValue): unknown[] => results.map(({ session_id: id, seq }) => [id, seq])

/** Sessions of increasing age: `s0` is the newest. */
function fill(store: TestStore, count: number, tell: (story: LogBuilder, index: number) => void): string[] {
  return Array.from({ length: count }, (_, index) => {
    const story = log({ id: `s${index}`, createdAt: 1_700_000_000_000 - index * 1000 }).turn()
    tell(story, index)
    return store.add(story)
  })
}

describe('a scan', () => {
  const scan = (maxBytes: number): Corpus => {
    const store = testStore()
    const port = corpusMemoryPort(dshStore(store.root), { maxBytes })
    return { store, recall: (args, signal) => recallMemory.run(args, { port, signal }) }
  }

  test('stops at its budget between two sessions, says so, and goes on there', async () => {
    const { store, recall } = scan(5000)
    fill(store, 5, (story, index) => story.user(`${index === 4 ? 'word' : 'nothing'} ${'x'.repeat(2000)}`))
    const first = await recall({ query: 'word' })
    expect(first).toMatchObject({
      results: [],
      coverage: { sessions: 2, left_sessions: 3, left_because: 'byte budget' },
    })
    const { bytes: read = 0, left_bytes: left = 0 } = first.coverage ?? {}
    expect([read > 4000, read < 5000, left > 6000]).toEqual([true, true, true])
    const second = await recall({ query: 'word', cursor: first.next_cursor })
    expect(second).toMatchObject({ results: [], coverage: { sessions: 2, left_sessions: 1 } })
    expect(seqs(await recall({ query: 'word', cursor: second.next_cursor }))).toEqual([['s4', 1]])
  })

  test('searches one session whatever its size', async () => {
    const { store, recall } = scan(10)
    fill(store, 2, (story) => story.user('word'))
    expect((await recall({ query: 'word' })).coverage).toMatchObject({ sessions: 1, left_sessions: 1 })
    expect((await recall({ query: 'word', session_id: 's1' })).results).toHaveLength(1)
  })

  test('counts what cannot be read and goes on', async () => {
    const { store, recall } = scan(1e9)
    const [path = ''] = fill(store, 3, (story) => story.user('word'))
    store.write('--srv-app--/empty/session.jsonl', '')
    appendFileSync(path, `${JSON.stringify({ type: 'x/y', seq: 2, time: 1, data: {}, surfaceOp: 'append' })}\n`)
    const { results, coverage } = await recall({ query: 'word' })
    expect(results.map(({ session_id: id }) => id)).toEqual(['s1', 's2'])
    expect(coverage).toMatchObject({ sessions: 2, unreadable_sessions: 2 })
  })

  test('ends within 50 ms when it is aborted', async () => {
    const { store, recall } = scan(1e12)
    const line = JSON.stringify(log().turn().user('needle '.repeat(100)).events[1])
    store.write('--srv-app--/s/session.jsonl', `${log({ id: 's' }).lines()[0]}\n${`${line}\n`.repeat(100_000)}`)
    const stop = new AbortController()
    const answer = recall({ query: 'needle nowhere' }, stop.signal)
    await new Promise((resolve) => setTimeout(resolve, 30))
    const since = performance.now()
    stop.abort()
    await expect(answer).rejects.toBe(stop.signal.reason)
    expect(performance.now() - since).toBeLessThan(50)
  })
})
