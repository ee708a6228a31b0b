/**
 * Mounts an installed bundle with the rows it is given, asks its memory, takes the memory row away, and prints what was
 * seen as one JSON value. Copied into the folder where the bundle and a harness set are installed, and run there.
 *
 * @module
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { CallId, createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import { bootRows } from './boot-rows.ts'

const ctx = await bootRows()
const earlier = ctx.sessions.create(SessionId('earlier'), { meta: { cwd: '/srv/other' } })
const message = createUserMessage({ content: [{ type: 'text', text: 'the retry queue' }], source: { kind: 'user' } })
earlier.append('user/message', message, { surfaceOp: 'append' })
const asking = ctx.sessions.create(SessionId('asking'), { meta: { cwd: '/srv/app' } })
const agent = { id: asking.id, session: asking, ctx } as unknown as Agent
const { signal } = new AbortController()

const tools = (): string[] => ctx.tools.schemas().map(({ name }) => name)
const commands = (): string[] => ctx.commands.list(agent).map(({ name }) => name)
const call = async (name: string, args: object): Promise<unknown> => {
  const result = await ctx.tools.execute({ name, arguments: args, callId: CallId('call'), signal, agent })
  return result.isError ? { code: result.error.info?.code, message: result.error.message } : result.value
}
// rc.6 knows no images.
const execute = ctx.commands.execute.bind(ctx.commands) as (...args: unknown[]) => Promise<{ result: object }>
const images = ctx.commands.execute.length === 3 ? [] : [[]]

const row = [...ctx.loader.entries()].find(({ options }) => options.name === 'session-streams/memory')
const seen = {
  state: row?.fiber?.state ?? null,
  tools: tools(),
  commands: commands(),
  recall: await call('recall_memory', { query: 'retry queue' }),
  fetch: await call('fetch_session', { session_id: 'earlier', seq: 0, after: 0 }),
  typed: (await execute(agent, '/memory-search retry queue', ...images, signal))?.result ?? null,
}
await row?.fiber?.dispose()
console.log(JSON.stringify({ ...seen, disposed: [...tools(), ...commands()] }))
await ctx.fiber.dispose()
