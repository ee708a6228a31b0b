/**
 * The window of `fetch_session` over a folder of logs.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../../src/corpus/dsh-store.ts'
import { corpusMemoryPort } from '../../../../src/tools/corpus-memory-port.ts'
import { fetchSession } from '../../../../src/tools/index.ts'
import { log } from '../../../support/log-builder.ts'
import { testStore, type TestStore } from '../../../support/session-store.ts'

describe('fetch_session', () => {
  const store = (): { store: TestStore; read: (args: object) => ReturnType<typeof fetchSession.run> } => {
    const its = testStore()
    const port = corpusMemoryPort(dshStore(its.root))
    return { store: its, read: (args) => fetchSession.run(args, { port }) }
  }

  test('shows an event and its neighbours, with their places on the surface', async () => {
    const { store: its, read } = store()
    const parent = log({ id: 'parent' }).turn().user('old')
    its.add(log({ id: 's' }).seed(parent).turn().user('asked').deltas(['a', 'b']).assistant('said').checkpoint('short'))
    const value = await read({ session_id: 's', seq: 4, before: 3, after: 3 })
    expect(value).toMatchObject({ target_seq: 4, start_seq: 1, end_seq: 7, inherited_event_count: 2 })
    expect(value.events.map(({ seq, text, surface }) => [seq, text, surface])).toEqual([
      [1, 'old', 'shadowed'],
      [2, '', 'log-only'],
      [3, '', 'log-only'],
      [4, 'asked', 'shadowed'],
      [5, '', 'log-only'],
      [6, '', 'log-only'],
      [7, 'said', 'shadowed'],
    ])
  })

  test('refuses a subagent, an event and a session that are not there', async () => {
    const { store: its, read } = store()
    its.add(log({ id: 'child', origin: 'subagent' }).turn())
    its.add(log({ id: 's' }).turn())
    await expect(read({ session_id: 'child', seq: 0 })).rejects.toThrow('Subagent sessions are outside')
    await expect(read({ session_id: 's', seq: 9 })).rejects.toMatchObject({ code: 'SESSION_QUERY_EVENT_NOT_FOUND' })
    await expect(read({ session_id: 'x', seq: 9 })).rejects.toMatchObject({ code: 'SESSION_QUERY_SESSION_NOT_FOUND' })
  })
})
