/**
 * Mounts an installed bundle with the rows it is given and reads one stored session through `ctx.sessionQuery` and
 * `get_peer_context`, then prints what was seen as one JSON value. Copied into the folder where the bundle and a harness
 * set are installed, and run there.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { CallId } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import { bootRows } from './boot-rows.ts'

const ctx = await bootRows()
const id = SessionId('stored')
const header = { version: 0, id, createdAt: 1, cwd: '/srv/app', delegationDepth: 0 } as const
const said = { content: [{ type: 'text', text: 'by file' }], source: { kind: 'user' }, role: 'user', id: 'message-1' }
const records = [
  { type: 'session', ...header },
  { type: 'turn/start', seq: 0, time: 1, data: { turn: 1 } },
  { type: 'user/message', seq: 1, time: 2, data: said, surfaceOp: 'append' },
]
const place = ctx.sessionPersistence.locate(header)?.path as string
mkdirSync(dirname(place), { recursive: true })
writeFileSync(place, records.map((record) => `${JSON.stringify(record)}\n`).join(''))

let inspected = 0
const persistence = ctx.sessionPersistence
const inspect = persistence.inspect.bind(persistence)
persistence.inspect = (...args: Parameters<typeof inspect>) => {
  inspected += 1
  return inspect(...args)
}
const caller = ctx.sessions.create(SessionId('caller'), { meta: { cwd: '/srv/app' } })
const agent = { id: caller.id, session: caller, ctx } as unknown as Agent
const { signal } = new AbortController()
const call = { name: 'get_peer_context', arguments: { sessionId: id }, callId: CallId('call'), signal, agent }
const surface = await ctx.sessionQuery.readSurface(id)
const whole = await ctx.sessionQuery.readSession(id)
const missing = await ctx.sessionQuery.readTitle(SessionId('nobody')).catch((error: { code?: string }) => error.code)
const peer = await ctx.tools.execute(call)
const search = await ctx.sessionQuery.searchSessions({ query: 'x' }).catch((error: { code?: string }) => error.code)
console.log(
  JSON.stringify({
    hasStream: 'streamEvents' in ctx.sessionQuery,
    surface: surface.events.map(({ seq }) => seq),
    whole: whole.events.map(({ type }) => type),
    missing,
    peer: peer.isError ? peer.error.message : peer.value,
    search,
    inspected,
  }),
)
await ctx.fiber.dispose()
