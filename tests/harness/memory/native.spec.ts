/**
 * R001-50: the memory plugin on the real services of a harness, isolated, with an index in memory.
 *
 * @module
 */
import { Context } from '@deepseek-ai/cordis'
import Commands from '@deepseek-ai/dsh-commands'
import { CallId, createUserMessage } from '@deepseek-ai/dsh-llm'
import SessionStore, { SessionId, type Session } from '@deepseek-ai/dsh-session'
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as memory from '../../../src/plugin/memory/index.ts'
import { recallMemory } from '../../../src/tools/index.ts'
import type { FetchValue } from '../../../src/tools/fetch-value.ts'
import type { RecallValue } from '../../../src/tools/recall-value.ts'

let ctx: Context
let main: Session
let other: Session
let fork: Session

const append = (session: Session, text: string): void => {
  const message = createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })
  session.append('user/message', message, { surfaceOp: 'append' })
}
const create = (id: string, meta: object): Session => ctx.sessions.create(SessionId(id), { meta })

beforeEach(async () => {
  ctx = new Context()
  await ctx.plugin(SessionStore)
  await ctx.plugin(SqliteSessionQueryEngine, { path: ':memory:', openAt: 'first-search' })
  await ctx.plugin(SystemPrompt, {})
  await ctx.plugin(ToolRuntime, {})
  await ctx.plugin(Commands)
  await ctx.plugin(memory, {})
  main = create('smoke-main', { cwd: '/srv/app' })
  append(main, 'database migration plan database')
  append(main, 'database connection pool')
  other = create('smoke-other', { cwd: '/srv/other' })
  append(other, 'database schema')
  append(create('smoke-child', { cwd: '/srv/app', origin: 'subagent', delegationDepth: 1 }), 'database of a child')
  append(create('smoke-origin', { cwd: '/srv/app', origin: 'subagent' }), 'database of another child')
  fork = ctx.sessions.fork(main, undefined, SessionId('smoke-fork'))
  append(fork, 'database fork detail')
})
afterEach(() => ctx.fiber.dispose())

async function execute(name: string, args: object): Promise<unknown> {
  const { signal } = new AbortController()
  const result = await ctx.tools.execute({ callId: CallId('call'), name, arguments: args, signal })
  if (result.isError) throw Object.assign(new Error(result.error.message), { code: result.error.info?.code })
  expect(result.content[0]).toMatchObject({ text: expect.stringContaining('Historical DSH session data') as string })
  return result.value
}
const recall = (args: object): Promise<RecallValue> => execute('recall_memory', args) as Promise<RecallValue>
const read = (args: object): Promise<FetchValue> => execute('fetch_session', args) as Promise<FetchValue>
const ids = ({ results }: RecallValue): string[] => results.map(({ session_id: id }) => id).toSorted()

describe('R001-50: the memory plugin in a real harness', () => {
  it('registers its tools and commands, and takes them back with its row', async () => {
    const names = (): string[] => ctx.tools.schemas().map(({ name }) => name)
    const agent = { ctx } as never
    expect(names()).toEqual(['recall_memory', 'fetch_session'])
    expect(ctx.commands.list(agent).map(({ name }) => name)).toEqual(['memory-help', 'memory-read', 'memory-search'])
    const fiber = [...ctx.registry.values()]
      .flatMap((runtime) => [...runtime.fibers])
      .find((row) => {
        return row.name === 'session-streams/memory'
      })
    await fiber?.dispose()
    expect(names()).toEqual([])
    expect(ctx.commands.list(agent)).toEqual([])
    await ctx.plugin(memory, {})
    expect(names()).toHaveLength(2)
  })

  it('finds main sessions and forks everywhere, no subagent, and labels what a fork inherited', async () => {
    const value = await recall({ query: 'database', session_id: null, cwd: null, limit: 50, cursor: null })
    expect(value).toMatchObject({ source: 'dsh', scope: 'all', excluded_subagent_sessions: 2, inherited_repeats: 1 })
    expect(ids(value)).toEqual([fork.id, main.id, other.id])
    const inherited = value.results.filter((result) => result.inherited)
    expect(inherited).toMatchObject([{ session_id: fork.id, seq: 0 }])
    expect(recallMemory.render(value)).toMatch(/ 2 match\(es\) \[all\], 1 more inherited by forks\n/)
  })

  it('searches one exact directory, and one session event by event', async () => {
    const scoped = await recall({ query: 'database', cwd: '/srv/app' })
    expect(ids(scoped)).toEqual([fork.id, main.id])
    expect(scoped.results.every(({ cwd }) => cwd === '/srv/app')).toBe(true)
    expect(ids(await recall({ query: 'database', cwd: '/srv' }))).toEqual([])
    const events = await recall({ query: 'database', session_id: fork.id })
    const inherited = new Map(events.results.map((result) => [result.seq, result.inherited]))
    expect(inherited).toEqual(
      new Map([
        [0, true],
        [1, true],
        [3, undefined],
      ]),
    )
  })

  it('pages through one session, and refuses a cursor that the log has outrun', async () => {
    const page = { query: 'database', session_id: main.id, limit: 1 }
    const first = await recall(page)
    expect(first.results).toHaveLength(1)
    const second = await recall({ ...page, cursor: first.next_cursor })
    expect(second.results[0]?.seq).not.toBe(first.results[0]?.seq)
    append(main, 'database updated')
    const stale = recall({ ...page, cursor: first.next_cursor })
    await expect(stale).rejects.toMatchObject({ code: 'SESSION_QUERY_STALE_CURSOR' })
    await expect(recall({ ...page, query: 'other', cursor: first.next_cursor })).rejects.toThrow(/cursor/)
  })

  it('reads the original around a hit, within its budget, of a fork as well', async () => {
    const value = await read({ session_id: main.id, seq: 0, max_chars: 100 })
    expect(value).toMatchObject({ target_seq: 0, start_seq: 0, inherited_event_count: 0 })
    expect(value.events[0]).toMatchObject({ seq: 0, text: 'database migration plan database' })
    expect(await read({ session_id: fork.id, seq: 3 })).toMatchObject({ inherited_event_count: 2 })
    await expect(read({ session_id: main.id, seq: 99 })).rejects.toMatchObject({
      code: 'SESSION_QUERY_EVENT_NOT_FOUND',
    })
  })

  it('refuses subagents by depth and by origin, also where the index has lost the origin', async () => {
    for (const id of ['smoke-child', 'smoke-origin']) {
      await expect(read({ session_id: id, seq: 0 })).rejects.toThrow('Subagent sessions are outside')
      await expect(recall({ query: 'database', session_id: id })).rejects.toThrow('Subagent sessions are outside')
    }
  })

  it('R001-27: matches words and not parts of them; operators are plain text', async () => {
    append(other, 'BRAID')
    for (const query of ['AI', 'migrat']) expect(ids(await recall({ query }))).toEqual([])
    expect(ids(await recall({ query: 'braid' }))).toEqual([other.id])
    for (const query of ['database OR schema', 'data*', 'NEAR(database schema)', 'database AND', 'schema NOT x']) {
      expect((await recall({ query })).results).toEqual([])
    }
    expect(ids(await recall({ query: '"database schema"*' }))).toEqual([other.id])
    // What docs/memory.md says of Chinese: a run is one word, and a part of it is not found.
    append(other, '我们决定重试队列')
    expect(ids(await recall({ query: '重试' }))).toEqual([])
    expect(ids(await recall({ query: '我们决定重试队列' }))).toEqual([other.id])
  })
})
