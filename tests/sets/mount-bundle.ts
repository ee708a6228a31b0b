/**
 * Mounts an installed bundle as a profile does: the real Loader and Include, a file of rows, and the bundle's own
 * patch over it. Then calls its tool, takes the row away, and prints what was seen as one JSON value.
 *
 * A program of its own: it is copied into the folder where the bundle and a harness set are installed, and runs there.
 * @module
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { CallId, createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import { bootRows } from './boot-rows.ts'

const ctx = await bootRows()

const tools = (): string[] => ctx.tools.schemas().map(({ name }) => name)
const open = (id: string, cwd: string): Session => {
  const session = ctx.sessions.create(SessionId(id), { meta: { cwd } })
  session.append('turn/start', { turn: 1 })
  for (const text of ['words of', id]) {
    const message = createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } })
    session.append('user/message', message, { surfaceOp: 'append' })
  }
  return session
}
const caller = open('caller', '/srv/app')
const call = async (id: string): Promise<unknown> => {
  const agent = { id: caller.id, session: caller } as unknown as Agent
  const signal = new AbortController().signal
  const args = { name: 'get_peer_context', arguments: { sessionId: id }, callId: CallId('call'), signal, agent }
  const { isError, value, error } = await ctx.tools.execute(args)
  return isError ? { code: error.info?.code, message: error.message } : value
}
open('peer', '/srv/app')
open('stranger', '/srv/other')

const row = [...ctx.loader.entries()].find(({ options }) => options.name === 'session-streams/plugin')
const seen = { state: row?.fiber?.state, mounted: tools(), peer: await call('peer'), stranger: await call('stranger') }
await row?.fiber?.dispose()
console.log(JSON.stringify({ ...seen, disposed: tools() }))
await ctx.fiber.dispose()
