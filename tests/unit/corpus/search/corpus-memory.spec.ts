/**
 * The memory tools over a folder of logs: scopes, pages, budgets, what is left out. Each with a scan and an index.
 *
 * @module
 */
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../../src/corpus/dsh-store.ts'
import { corpusMemoryPort, type CorpusMemoryOptions } from '../../../../src/tools/corpus-memory-port.ts'
import { memoryLimits, recallMemory } from '../../../../src/tools/index.ts'
import type { RecallValue } from '../../../../src/tools/recall-value.ts'
import { log, type LogBuilder } from '../../../support/log-builder.ts'
import { testStore, type TestStore } from '../../../support/session-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

type Ask = (args: object, signal?: AbortSignal) => Promise<RecallValue>
interface Corpus {
  readonly store: TestStore
  readonly recall: Ask
}

const kinds: readonly [string, (store: TestStore) => CorpusMemoryOptions][] = [
  ['a scan', () => ({})],
  ['an index', ({ root }) => ({ index: { root, caches: join(temporaryFolder(), 'caches') } })],
]
const seqs = ({ results }: RecallValue): unknown[] => results.map(({ session_id: id, seq }) => [id, seq])

/** Sessions of increasing age: `s0` is the newest. */
function fill(store: TestStore, count: number, tell: (story: LogBuilder, index: number) => void): string[] {
  return Array.from({ length: count }, (_, index) => {
    const story = log({ id: `s${index}`, createdAt: 1_700_000_000_000 - index * 1000 }).turn()
    tell(story, index)
    return store.add(story)
  })
}

describe.each(kinds)('with %s', (_, optionsOf) => {
  const corpus = (options: CorpusMemoryOptions = {}): Corpus => {
    const store = testStore()
    const port = corpusMemoryPort(dshStore(store.root), { ...optionsOf(store), ...options })
    return { store, recall: (args, signal) => recallMemory.run(args, { port, signal }) }
  }

  test('a hit has all that the harness gives, and the answer says what it covers', async () => {
    const { store, recall } = corpus()
    store.add(log({ id: 's' }).turn().user('the retry queue').call('c', 'bash', { command: 'ls' }).result())
    expect(await recall({ query: 'Retry  queue' })).toEqual({
      source: 'dsh',
      query: 'Retry queue',
      scope: 'all',
      results: [
        {
          session_id: 's',
          cwd: '/srv/app',
          created_at: 1_700_000_000_000,
          live: false,
          persisted: true,
          seq: 1,
          type: 'user/message',
          time: 1_700_000_000_020,
          surface: 'current',
          snippet: 'the retry queue',
          snippet_truncated: false,
        },
      ],
      excluded_subagent_sessions: 0,
      coverage: { sessions: 1, bytes: expect.any(Number) as number },
    })
    expect(seqs(await recall({ query: '[tool call: bash] {"command"' }))).toEqual([['s', 2]])
    expect(seqs(await recall({ query: 'done', session_id: 's' }))).toEqual([['s', 3]])
  })

  test('what the tools show of an event is found, also words that stand in no log', async () => {
    const { store, recall } = corpus()
    const image = { type: 'image', data: 'AAAA' }
    const file = { type: 'file', attachment: { name: 'plan.md' } }
    const strange = { type: 'tool-call', arguments: { list: [1e3, 2], deep: { a: 'x' } } }
    store.add(
      log({ id: 's' })
        .turn()
        .user([image, file, { type: 'file' }])
        .call('c', 'bash')
        .assistant([strange]),
    )
    const found: [string, number][] = [
      ['[image attachment]', 1],
      ['image', 1],
      ['[file: plan.md]', 1],
      ['[file: attachment]', 1],
      ['[tool call: bash]', 2],
      ['(UNNAMED)', 3],
      ['{"list":[1000,2],"deep":{"a":"x"}}', 3],
      ['1000', 3],
    ]
    for (const [query, seq] of found) expect([query, seqs(await recall({ query }))]).toEqual([query, [['s', seq]]])
    expect(seqs(await recall({ query: 'tool call', session_id: 's' }))).toEqual([
      ['s', 3],
      ['s', 2],
    ])
    expect(seqs(await recall({ query: 'AAAA' }))).toEqual([])
  })

  test('the directory is exact, and a session that is not there is an error', async () => {
    const { store, recall } = corpus()
    for (const cwd of ['/srv/app', '/srv/app/', '/srv']) store.add(log({ id: cwd, cwd }).turn().user('word'))
    expect(seqs(await recall({ query: 'word', cwd: '/srv/app' }))).toEqual([['/srv/app', 1]])
    await expect(recall({ query: 'word', session_id: 'x' })).rejects.toMatchObject({
      code: 'SESSION_QUERY_SESSION_NOT_FOUND',
    })
  })

  test('pages of sessions join up, newest first', async () => {
    const { store, recall } = corpus()
    fill(store, 7, (story, index) => story.user(index === 3 ? 'nothing' : `word ${index}`))
    const first = await recall({ query: 'word', limit: 2 })
    expect(seqs(first)).toEqual([
      ['s0', 1],
      ['s1', 1],
    ])
    expect(first.coverage).toMatchObject({ sessions: 2, left_sessions: 5, left_because: 'page is full' })
    const second = await recall({ query: 'word', limit: 2, cursor: first.next_cursor })
    expect(seqs(second)).toEqual([
      ['s2', 1],
      ['s4', 1],
    ])
    const third = await recall({ query: 'word', limit: 2, cursor: second.next_cursor })
    expect(seqs(third)).toEqual([
      ['s5', 1],
      ['s6', 1],
    ])
    expect(third).not.toHaveProperty('next_cursor')
  })

  test('pages of one session join up, newest first, also while it grows', async () => {
    const { store, recall } = corpus()
    const story = log({ id: 's' }).turn()
    for (let index = 0; index < 5; index++) story.user(`word ${index}`)
    const path = store.add(story)
    const ask = { query: 'word', session_id: 's', limit: 2 }
    const first = await recall(ask)
    expect(first.results.map(({ seq }) => seq)).toEqual([5, 4])
    appendFileSync(path, `${JSON.stringify(story.user('word, again').events.at(-1))}\n`)
    const second = await recall({ ...ask, cursor: first.next_cursor })
    expect(second.results.map(({ seq }) => seq)).toEqual([3, 2])
    const third = await recall({ ...ask, cursor: second.next_cursor })
    expect(third.results.map(({ seq }) => seq)).toEqual([1])
    expect(third).not.toHaveProperty('next_cursor')
  })

  test('a cursor of another search is refused, one whose log was replaced is stale', async () => {
    const { store, recall } = corpus()
    const [path = ''] = fill(store, 3, (story) => story.user('word').user('word'))
    const ask = { query: 'word', limit: 1 }
    const { next_cursor: cursor } = await recall(ask)
    const { next_cursor: within } = await recall({ ...ask, session_id: 's0' })
    for (const args of [
      { ...ask, query: 'other', cursor },
      { ...ask, limit: 2, cursor },
      { ...ask, cwd: '/srv/app', cursor },
      { ...ask, session_id: 's0', cursor },
      { ...ask, cursor: within },
      { ...ask, cursor: 'nonsense' },
      { ...ask, cursor: Buffer.from('[1,2,3]').toString('base64url') },
    ]) {
      await expect(recall(args)).rejects.toMatchObject({ code: 'SESSION_QUERY_INVALID_CURSOR' })
    }
    writeFileSync(`${path}.new`, log({ id: 's0', createdAt: 1_700_000_000_000 }).turn().user('word').text())
    renameSync(`${path}.new`, path)
    const stale = { code: 'SESSION_QUERY_STALE_CURSOR' }
    await expect(recall({ ...ask, cursor })).rejects.toMatchObject(stale)
    await expect(recall({ ...ask, session_id: 's0', cursor: within })).rejects.toMatchObject(stale)
    rmSync(path)
    await expect(recall({ ...ask, cursor })).rejects.toMatchObject(stale)
  })

  test('a subagent is not opened behind its header, and never named', async () => {
    const { store, recall } = corpus()
    store.add(log({ id: 'main' }).turn().user('word'))
    const child = store.add(log({ id: 'child', origin: 'subagent' }).turn().user('word'))
    store.add(log({ id: 'deep', delegationDepth: 1 }).turn().user('word'))
    // Whoever read on would stumble over this.
    appendFileSync(child, `${JSON.stringify({ type: 'x/word', seq: 2, time: 1, data: {}, surfaceOp: 'append' })}\n`)
    const value = await recall({ query: 'word' })
    expect(value).toMatchObject({ results: [{ session_id: 'main' }], excluded_subagent_sessions: 0 })
    expect(value.coverage).toEqual({ sessions: 1, bytes: expect.any(Number) as number })
    expect(JSON.stringify(value)).not.toMatch(/child|deep/)
    const refusal = 'Subagent sessions are outside DSH Session Memory scope.'
    await expect(recall({ query: 'word', session_id: 'child' })).rejects.toThrow(refusal)
  })

  test('a fork is found, and what it inherited is labelled and counted once', async () => {
    const { store, recall } = corpus()
    const parent = log({ id: 'parent', createdAt: 1 }).turn().user('word')
    store.add(parent)
    store.add(log({ id: 'fork', createdAt: 2 }).seed(parent).turn().user('own word'))
    store.add(log({ id: 'silent', createdAt: 3 }).seed(parent))
    const value = await recall({ query: 'word' })
    expect(value.results.map(({ session_id: id, inherited }) => [id, inherited])).toEqual([
      ['silent', true],
      ['fork', undefined],
      ['parent', undefined],
    ])
    expect(value.inherited_repeats).toBe(1)
  })

  test('what was recalled is left out and counted, wherever it stands', async () => {
    const { store, recall } = corpus()
    store.add(
      log({ id: 's' })
        .turn()
        .user('the word')
        .call('r', 'recall_memory', { query: 'it' })
        .result('r', { text: 'somebody said the word' })
        .call('b', 'bash', { command: 'cat' })
        .result('b', { text: 'the word in a file' })
        .plugin('memory', 'the word of old', { form: 'recall' })
        .turn()
        .call('f', 'fetch_session')
        .result('f', { text: 'again the word' }),
    )
    store.add(log({ id: 'only', createdAt: 1 }).turn().call('r', 'sessions_read').result('r', { text: 'the word' }))
    const everywhere = await recall({ query: 'the word' })
    expect(seqs(everywhere)).toEqual([['s', 5]])
    expect(everywhere.excluded_self).toBe(3)
    const within = await recall({ query: 'the word', session_id: 's' })
    expect(seqs(within)).toEqual([
      ['s', 5],
      ['s', 1],
    ])
    expect(within.excluded_self).toBe(3)
  })

  test('shadowed text is found, and of a surface that damage hides nothing is claimed', async () => {
    const { store, recall } = corpus()
    const story = log({ id: 's' }).turn().user('old word').checkpoint('summary').user('new word')
    store.add(story)
    const lines = log({ id: 'hurt' }).turn().user('word').user('gone').replace(2, 2, 'instead').lines()
    store.write('--srv-app--/hurt/session.jsonl', `${lines.toSpliced(3, 1).join('\n')}\n`)
    const within = await recall({ query: 'word', session_id: 's' })
    expect(within.results.map(({ surface }) => surface)).toEqual(['current', 'shadowed'])
    const hurt = await recall({ query: 'word', session_id: 'hurt' })
    expect(hurt).toMatchObject({ results: [{ seq: 1, surface: 'unknown' }], coverage: { damaged_records: 1 } })
  })

  test('a query of a thousand characters, and one with a NUL in it, are queries like any other', async () => {
    const { store, recall } = corpus()
    store.add(
      log({ id: 's' })
        .turn()
        .user(`先${'试'.repeat(1000)}`)
        .user('a\0b')
        .user(`${'x'.repeat(50_000)} y`),
    )
    expect(seqs(await recall({ query: '试'.repeat(1000) }))).toEqual([['s', 1]])
    expect(seqs(await recall({ query: 'a\0b' }))).toEqual([['s', 2]])
    expect(seqs(await recall({ query: 'a b' }))).toEqual([])
    expect(seqs(await recall({ query: 'y' }))).toEqual([['s', 3]])
  })

  test('secrets in snippets are masked', async () => {
    const { store, recall } = corpus()
    store.add(
      log({ id: 's' })
        .turn()
        .user(`token ghp_${'a1B2'.repeat(9)} here`),
    )
    expect((await recall({ query: 'token' })).results[0]?.snippet).toMatch(/^token \[redacted:[^\]]*\] here$/)
  })

  test('a full page of long hits stays within its bound', async () => {
    const { store, recall } = corpus()
    fill(store, 50, (story) => story.user(`${'🙂 wörter '.repeat(90)} needle ${'und mehr '.repeat(90)}`))
    const value = await recall({ query: 'needle', limit: 50 })
    expect(value.results).toHaveLength(50)
    for (const { snippet } of value.results) {
      expect(snippet).toMatch(/^….* needle .*…$/u)
      expect(snippet.length).toBeLessThan(memoryLimits.snippet.maxLength)
      expect(snippet.isWellFormed()).toBe(true)
    }
    expect(recallMemory.render(value).length).toBeLessThan(40_000)
  })

  test('an aborted search rejects with the reason of its signal', async () => {
    const { store, recall } = corpus()
    fill(store, 20, (story) => story.user('word '.repeat(20_000)))
    const reason = new Error('enough')
    await expect(recall({ query: 'word' }, AbortSignal.abort(reason))).rejects.toBe(reason)
    const stop = new AbortController()
    const answer = recall({ query: 'nowhere at all' }, stop.signal)
    setTimeout(() => stop.abort(reason), 5)
    await expect(answer).rejects.toBe(reason)
  })
})
