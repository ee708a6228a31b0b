/**
 * The tests of the contract that the memory tools come from, restated: what a search asks, shows and leaves behind.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { recallMemory } from '../../../src/tools/index.ts'
import { recallRequest } from '../../../src/tools/recall-request.ts'
import { around, fakeQuery, header, hit, lease, match, read, recall } from './fake-query.ts'

const { signal } = new AbortController()

describe('recall_memory', () => {
  it('R001-20, R001-25: asks one search across sessions, with no implicit directory', async () => {
    const { query, calls } = fakeQuery({ searchSessions: () => ({ items: [], nextCursor: 'opaque-next' }) })
    const value = await recall(query, { query: '  data\n base\t ', cursor: 'cursor-1', limit: 7 }, signal)
    expect(calls).toStrictEqual([
      ['searchSessions', { query: 'data base', limit: 7, cursor: 'cursor-1', sessionFilters: [] }, { signal }],
    ])
    expect(value).toStrictEqual({
      source: 'dsh',
      query: 'data base',
      scope: 'all',
      results: [],
      excluded_subagent_sessions: 0,
      next_cursor: 'opaque-next',
    })
    expect(recallMemory.render(value)).toMatch(/repeat the same search arguments/)
  })

  it('R001-05, R001-20: filters by an exact directory and hands the cursor on, page by page', async () => {
    const { query, calls } = fakeQuery({ searchSessions: () => ({ items: [], nextCursor: 'next-2' }) })
    const first = await recall(query, { query: 'term', cwd: ' /project/not-basename ', limit: 2 })
    await recall(query, { query: 'term', cwd: '/project/not-basename', limit: 2, cursor: first.next_cursor })
    const sessionFilters = [{ kind: 'cwd', values: ['/project/not-basename'] }]
    expect(calls.map(([, request]) => request)).toStrictEqual([
      { query: 'term', limit: 2, sessionFilters },
      { query: 'term', limit: 2, cursor: 'next-2', sessionFilters },
    ])
    expect(first.scope).toBe('cwd')
  })

  it('R001-19: asks exactly one event search for a session, and shows forks', async () => {
    const { query, calls } = fakeQuery({
      searchEvents: () => ({
        session: header('exact', { parentSession: 'parent', isSeeded: true }),
        items: [match()],
        nextCursor: 'events-next',
      }),
    })
    const args = { query: 'term', session_id: 'exact', limit: 3, cursor: 'events-current' }
    const value = await recall(query, args, signal)
    expect(calls).toStrictEqual([
      ['searchEvents', { query: 'term', limit: 3, cursor: 'events-current', sessionId: 'exact' }, { signal }],
    ])
    expect(value).toMatchObject({ scope: 'session', next_cursor: 'events-next' })
    expect(value.results).toStrictEqual([
      {
        session_id: 'exact',
        cwd: null,
        created_at: 123,
        seq: 5,
        type: 'assistant/message',
        time: 456,
        surface: 'current',
        snippet: 'database evidence',
        snippet_truncated: false,
      },
    ])
  })

  it('R001-02, R001-22: leaves out subagents by their real headers, keeps forks, disposes of every lease', async () => {
    const disposed: string[] = []
    const headers: Record<string, object> = {
      origin: header('origin', { origin: 'subagent' }),
      depth: header('depth', { delegationDepth: 2 }),
      fork: header('fork', { parentSession: 'parent', isSeeded: true, delegationDepth: 0, cwd: '/authoritative' }),
    }
    const stale = { header: header('fork', { cwd: '/stale', origin: 'subagent' }) }
    const { query, calls } = fakeQuery({
      searchSessions: () => ({ items: [hit('origin'), hit('depth'), hit('fork', stale)], nextCursor: 'more' }),
      observeSession: (id: string) => lease(headers[id] as object, () => disposed.push(id)),
    })
    const value = await recall(query, { query: 'term' }, signal)
    expect(value.results).toMatchObject([{ session_id: 'fork', cwd: '/authoritative', live: true, persisted: false }])
    expect(value).toMatchObject({ excluded_subagent_sessions: 2, next_cursor: 'more' })
    expect(disposed).toEqual(['origin', 'depth', 'fork'])
    const options = { signal, projectionMode: 'none' }
    expect(calls.slice(1)).toStrictEqual(Object.keys(headers).map((id) => ['observeSession', id, options]))
    expect(JSON.stringify([value, recallMemory.render(value)])).not.toMatch(/"origin"|depth/)
  })

  it('labels what a fork inherited, where a lease says how much', async () => {
    const forked = header('fork', { parentSession: 'root', isSeeded: true })
    const { query } = fakeQuery({
      searchSessions: () => ({ items: [hit('root'), hit('fork')] }),
      observeSession: (id: string) =>
        id === 'root' ? lease(header()) : Object.assign(lease(forked), { inheritedEventCount: 6 }),
    })
    const value = await recall(query, { query: 'term' }, signal)
    expect(value.results.map(({ session_id: id, inherited }) => [id, inherited])).toEqual([
      ['root', undefined],
      ['fork', true],
    ])
    expect(value.inherited_repeats).toBe(1)
  })

  it.each(['header', 'snippet'])('R001-22: disposes of the lease when the %s cannot be read', async (broken) => {
    let disposed = 0
    const observation = lease(header(), () => disposed++)
    if (broken === 'header') {
      Object.defineProperty(observation, 'header', {
        get() {
          throw new Error('header broken')
        },
      })
    }
    const bestMatch = broken === 'snippet' ? match(5, null) : match()
    const { query } = fakeQuery({
      searchSessions: () => ({ items: [hit('root', { bestMatch })] }),
      observeSession: () => observation,
    })
    await expect(recall(query, { query: 'term' })).rejects.toThrow(/header broken|null/)
    expect(disposed).toBe(1)
  })

  it('R001-22: has disposed of earlier leases when a later session cannot be observed', async () => {
    const disposed: string[] = []
    const { query } = fakeQuery({
      searchSessions: () => ({ items: [hit('first'), hit('second')] }),
      observeSession: (id: string) => {
        if (id === 'second') throw new Error('missing session')
        return lease(header(id), () => disposed.push(id))
      },
    })
    await expect(recall(query, { query: 'term' })).rejects.toThrow('missing session')
    expect(disposed).toEqual(['first'])
  })

  it('R001-12 to 18: refuses what it was not asked properly, before it asks anything itself', async () => {
    const { query, calls } = fakeQuery()
    const wrong: [args: unknown, words: RegExp][] = [
      [null, /^Expected an argument object\.$/],
      [[], /^Expected an argument object\.$/],
      ['query', /^Expected an argument object\.$/],
      [{}, /query/],
      [{ query: '' }, /query/],
      [{ query: ' \n' }, /query/],
      [{ query: 'x'.repeat(1001) }, /query.*1000/],
      [{ query: 'x', limit: 0 }, /limit/],
      [{ query: 'x', limit: 51 }, /limit.*50/],
      [{ query: 'x', limit: 1.2 }, /limit/],
      [{ query: 'x', limit: '2' }, /limit/],
      [{ query: 'x', session_id: 'a', cwd: '/a' }, /^Use session_id or cwd, not both\.$/],
      [{ query: 'x', cursor: '' }, /cursor/],
      [{ query: 'x', source: 'codex' }, /^Unknown parameter: source$/],
      [{ query: 'x', entities: ['x'] }, /^Unknown parameter: entities$/],
      [{ query: 'x', cwd: 3 }, /cwd/],
      [{ query: 'x', session_id: 's'.repeat(2001) }, /session_id.*2000/],
      [{ query: 'x', cwd: 'c'.repeat(4001) }, /cwd.*4000/],
      [{ query: 'x', cursor: 'c'.repeat(16001) }, /cursor.*16000/],
      [{ query: 'x', [`k${'y'.repeat(999)}`]: 1 }, /^Unknown parameter: ky{99}$/],
    ]
    for (const [args, words] of wrong) await expect(recall(query, args)).rejects.toThrow(words)
    expect(calls).toEqual([])
    expect(recallRequest({ query: '中 文' })).toStrictEqual({ query: '中 文', limit: 20 })
    expect(recallRequest({ query: 'x', limit: 50 }).limit).toBe(50)
  })

  it('R001-24: cuts a snippet at 500 units and never inside a surrogate pair', async () => {
    const items = [match(5, `${'x'.repeat(499)}😀tail`)]
    const { query } = fakeQuery({ searchEvents: () => ({ session: header(), items }) })
    const { results } = await recall(query, { query: 'term', session_id: 'root' })
    expect(results).toMatchObject([{ snippet: 'x'.repeat(499), snippet_truncated: true }])
  })

  it('R001-46, R001-47: shows a full page within its bound, with ids, seqs, cuts and the next cursor', async () => {
    const items = Array.from({ length: 50 }, (_, seq) => match(seq, 'x'.repeat(20_000)))
    const { query } = fakeQuery({
      searchEvents: () => ({ session: header('bounded'), items, nextCursor: 'continuation' }),
    })
    const value = await recall(query, { query: 'term', session_id: 'bounded', limit: 50 })
    const shown = recallMemory.render(value)
    expect(value.results.every(({ snippet }) => snippet.length <= 500)).toBe(true)
    expect(shown.length).toBeLessThan(40_000)
    expect(shown).toMatch(/Session: bounded \| seq: 0 \| assistant\/message \| current\nCWD: \(unset\)\n/)
    expect(shown).toMatch(/Session: bounded \| seq: 49 /)
    expect(shown).toMatch(/Snippet shortened/)
    expect(shown).toMatch(/Next cursor.*continuation/)
  })

  it('R001-31, R001-34: refuses a subagent session in search and read, by origin or by depth', async () => {
    for (const extra of [{ origin: 'subagent' }, { delegationDepth: 1 }]) {
      const session = header('child', extra)
      const { query } = fakeQuery({
        searchEvents: () => ({ session, items: [] }),
        readEvent: () => around(undefined, { session }),
      })
      const words = 'Subagent sessions are outside DSH Session Memory scope.'
      await expect(recall(query, { query: 'term', session_id: 'child' })).rejects.toThrow(words)
      await expect(read(query, { session_id: 'child', seq: 5 })).rejects.toThrow(words)
    }
  })
})
