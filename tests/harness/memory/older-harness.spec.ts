/**
 * A harness without leases (rc.6, rc.8), whose index does not know `origin`: the listing decides.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { around, fakeQuery, header, hit, match, older, recall } from './fake-query.ts'

const { signal } = new AbortController()
const listed = (...headers: object[]): object[] =>
  headers.map((real) => ({ header: real, live: true, persisted: true }))

describe('a harness without observeSession', () => {
  it('R001-22, R001-26: looks all hits of a page up in one listing', async () => {
    const { query, calls } = fakeQuery(
      {
        searchSessions: () => ({ items: [hit('origin'), hit('main'), hit('depth')], nextCursor: 'more' }),
        listSessions: () =>
          listed(
            header('main', { cwd: '/real' }),
            header('origin', { origin: 'subagent' }),
            header('depth', { delegationDepth: 1 }),
          ),
      },
      older,
    )
    const value = await recall(query, { query: 'term' }, signal)
    expect(value).toMatchObject({ excluded_subagent_sessions: 2, next_cursor: 'more' })
    expect(value.results).toMatchObject([{ session_id: 'main', cwd: '/real' }])
    expect(calls.slice(1)).toStrictEqual([['listSessions', signal]])
  })

  it('R001-26: asks nothing more of a page without hits', async () => {
    const { query, calls } = fakeQuery({ searchSessions: () => ({ items: [] }) }, older)
    await recall(query, { query: 'term' }, signal)
    expect(calls).toHaveLength(1)
  })

  it('reads a session that is not listed exactly, and passes on what the harness says of one that is gone', async () => {
    const gone = new Error('session "two" not found')
    const { query, calls } = fakeQuery(
      {
        searchSessions: () => ({ items: [hit('one'), hit('two')] }),
        listSessions: () => [],
        readEvent: ({ sessionId }: { sessionId: string }) => {
          if (sessionId === 'two') throw gone
          return around(undefined, { session: header('one', { origin: 'subagent' }) })
        },
      },
      older,
    )
    await expect(recall(query, { query: 'term' }, signal)).rejects.toBe(gone)
    expect(calls.slice(2)).toStrictEqual([
      ['readEvent', { sessionId: 'one', seq: 5, before: 0, after: 0 }, signal],
      ['readEvent', { sessionId: 'two', seq: 5, before: 0, after: 0 }, signal],
    ])
  })

  it('R001-31: refuses a session that only its own header calls a subagent', async () => {
    const { query, calls } = fakeQuery(
      {
        searchEvents: () => ({ session: header('child'), items: [match()] }),
        listSessions: () => listed(header('child', { origin: 'subagent' })),
      },
      older,
    )
    const args = { query: 'term', session_id: 'child' }
    await expect(recall(query, args, signal)).rejects.toThrow('Subagent sessions are outside')
    expect(calls.map(([name]) => name)).toEqual(['searchEvents', 'listSessions'])
  })
})
