/**
 * The contract's tests of cancellation and failure, restated: nothing is asked in vain, nothing is reworded.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { around, fakeQuery, header, hit, lease, older, read, recall } from './fake-query.ts'

const reason = new Error('cancelled')
/** What a promise rejects with, as an object. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  )

describe('a call that is cancelled', () => {
  it('R001-40: asks nothing when it was cancelled before, and rejects with the same reason', async () => {
    const { query, calls } = fakeQuery()
    const aborted = AbortSignal.abort(reason)
    expect(await rejection(recall(query, { query: 'term' }, aborted))).toBe(reason)
    expect(await rejection(recall(query, { query: 'term', session_id: 's' }, aborted))).toBe(reason)
    expect(await rejection(read(query, { session_id: 's', seq: 5 }, aborted))).toBe(reason)
    expect(calls).toEqual([])
  })

  it.each(['search', 'exact', 'read'])('R001-41: rejects with the reason when %s is under way', async (mode) => {
    for (const fails of [false, true]) {
      const controller = new AbortController()
      const answer = (value: object) => () => {
        controller.abort(reason)
        if (fails) throw new Error('too late to matter')
        return value
      }
      const { query } = fakeQuery({
        searchSessions: answer({ items: [] }),
        searchEvents: answer({ session: header(), items: [] }),
        readEvent: answer(around()),
      })
      const { signal } = controller
      const result =
        mode === 'read'
          ? read(query, { session_id: 's', seq: 5 }, signal)
          : recall(query, { query: 'term', ...(mode === 'exact' && { session_id: 's' }) }, signal)
      expect(await rejection(result)).toBe(reason)
    }
  })

  it('R001-22, R001-41: disposes of the lease it was given and observes no further session', async () => {
    const controller = new AbortController()
    let disposed = 0
    const { query, calls } = fakeQuery({
      searchSessions: () => ({ items: [hit('one'), hit('two')] }),
      observeSession: () => {
        controller.abort(reason)
        return lease(header('one'), () => disposed++)
      },
    })
    expect(await rejection(recall(query, { query: 'term' }, controller.signal))).toBe(reason)
    expect(disposed).toBe(1)
    expect(calls.filter(([name]) => name === 'observeSession')).toHaveLength(1)
  })

  it('R001-41: rejects with the reason when observing fails because of it, or listing is under way', async () => {
    for (const names of [undefined, older]) {
      const controller = new AbortController()
      const fail = (): never => {
        controller.abort(reason)
        throw new Error('backend aborted')
      }
      const items = [hit('one'), hit('two')]
      const { query, calls } = fakeQuery(
        { searchSessions: () => ({ items }), observeSession: fail, listSessions: fail },
        names,
      )
      expect(await rejection(recall(query, { query: 'term' }, controller.signal))).toBe(reason)
      expect(calls).toHaveLength(2)
    }
  })
})

describe('a failure of the harness', () => {
  it('R001-30: arrives as the same object, with no second try and no wider search', async () => {
    const stale = Object.assign(new Error('stale cursor'), { code: 'SESSION_QUERY_STALE_CURSOR' })
    const fail = (): never => {
      throw stale
    }
    const { query, calls } = fakeQuery({ searchEvents: fail, searchSessions: fail, readEvent: fail })
    expect(await rejection(recall(query, { query: 'term', session_id: 's', cursor: 'stale' }))).toBe(stale)
    expect(await rejection(recall(query, { query: 'term', cursor: 'stale' }))).toBe(stale)
    expect(await rejection(read(query, { session_id: 's', seq: 5 }))).toBe(stale)
    expect(calls.map(([name]) => name)).toEqual(['searchEvents', 'searchSessions', 'readEvent'])
  })

  it('R001-07: a search that is off says in one sentence which row to change', async () => {
    const off = Object.assign(new Error('session search is disabled'), { code: 'SESSION_QUERY_SEARCH_DISABLED' })
    const fail = (): never => {
      throw off
    }
    const { query, calls } = fakeQuery({ searchSessions: fail, searchEvents: fail })
    for (const scope of [{}, { session_id: 's' }]) {
      const error = (await rejection(recall(query, { query: 'term', ...scope }))) as Error
      expect(error).toMatchObject({ code: 'SESSION_QUERY_SEARCH_DISABLED', cause: off })
      expect(error.message).toMatch(/^[^.]*session-query-sqlite[^.]*openAt: first-search[^.]*\.$/)
    }
    expect(calls).toHaveLength(2)
  })
})
