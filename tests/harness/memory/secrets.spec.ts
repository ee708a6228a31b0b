import { describe, expect, it } from 'vitest'
import { fetchSession, recallMemory } from '../../../src/tools/index.ts'
import { mount } from './fake-mount.ts'
import { around, fakeQuery, header, lease, hit, match, read, recall, said } from './fake-query.ts'

const password = 'hunter22hunter22'

describe('secrets', () => {
  it('are masked in snippets and texts, also in the arguments of calls, unless the row says otherwise', async () => {
    const call = { name: 'bash', arguments: `{"command":"PASSWORD=${password} run"}` }
    const answers = {
      searchSessions: () => ({ items: [hit('root', { bestMatch: match(5, `PASSWORD=${password}`) })] }),
      observeSession: () => lease(header()),
      readEvent: () => around([said(5, `PASSWORD=${password}`), { seq: 6, type: 'tool/call', time: 1, data: call }]),
    }
    for (const redact of [undefined, true, false]) {
      const { call: ask } = mount({ answers, ...(redact !== undefined && { config: { redact } }) })
      const value = [
        await ask('recall_memory', { query: 'PASSWORD' }),
        await ask('fetch_session', { session_id: 'root', seq: 5 }),
      ]
      expect(JSON.stringify(value).split(password)).toHaveLength(redact === false ? 4 : 1)
      expect(JSON.stringify(value).split('[redacted:password]')).toHaveLength(redact === false ? 1 : 4)
    }
  })

  it('are found across the cut, and a mask is never cut', async () => {
    const text = `${'word '.repeat(18)}PASSWORD=${password} and more`
    const { query } = fakeQuery({ readEvent: () => around([said(5, text)]) })
    for (let max = 100; max < 140; max++) {
      const value = await read(query, { session_id: 'root', seq: 5, max_chars: max })
      const [event] = value.events
      expect(event?.text.length).toBeLessThanOrEqual(max)
      expect(event?.text).toMatch(/^(?:word ){18}(?:P[A-Z]*=?|PASSWORD=\[redacted:password\].*)$/)
      expect(fetchSession.render(value)).not.toContain('hunter')
    }
  })

  it('cost no more than what may be shown and a little beyond it', async () => {
    const text = 'token:'.repeat(1_000_000)
    const { query } = fakeQuery({
      readEvent: () => around(Array.from({ length: 41 }, (_, seq) => said(seq, text))),
      searchEvents: () => ({ session: header(), items: Array.from({ length: 50 }, (_, seq) => match(seq, text)) }),
    })
    const started = performance.now()
    await read(query, { session_id: 'root', seq: 5 })
    recallMemory.render(await recall(query, { query: 'token', session_id: 'root', limit: 50 }))
    // Whole, these texts would take minutes.
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
