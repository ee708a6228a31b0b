/**
 * A running harness as a `SessionPort`: public query reads, the agent registry's word, and nothing that wakes.
 *
 * @module
 */
import { hash } from 'node:crypto'
import type { SessionHeader } from '../pipeline/index.ts'
import { SessionNotFound, type SessionPort } from '../tools/index.ts'
import type { HostContext, HostSessionHeader } from './host-types.ts'

/**
 * Makes the port. Services are looked up at each call, so one that is mounted or replaced later is seen.
 *
 * A session that no agent drives is `offline`; where no workspace registry is mounted, nothing is archived.
 */
export function dshPort(ctx: HostContext): SessionPort {
  return {
    async listSessions(signal) {
      const records = await ctx.sessionQuery.listSessions(signal)
      return records.map((record) => headerOf(record.header))
    },
    async readSurface(id, signal) {
      const read = await found(ctx.sessionQuery.readSurface(id, signal))
      return { header: headerOf(read.session), capturedThroughSeq: read.capturedThroughSeq, events: read.events }
    },
    async readLog(id, signal) {
      const read = await found(ctx.sessionQuery.readSession(id, signal))
      return { header: headerOf(read.session), events: read.events, inheritedEventCount: read.inheritedEventCount }
    },
    async readView(id, view, signal) {
      const read = await ctx.sessionQuery.readView?.(id, view, signal)
      if (read === undefined) return undefined
      return { header: headerOf(read.session), capturedThroughSeq: read.capturedThroughSeq, items: read.items }
    },
    async readTitle(id, signal) {
      return (await found(ctx.sessionQuery.readTitle(id, signal)))?.title ?? null
    },
    archivedIds: () => ctx.get('workspaceRegistry')?.archivedSessionIds ?? [],
    status: (id) => ctx.agents.get(id)?.status ?? 'offline',
    now: () => Date.now(),
    sha256: (text) => hash('sha256', text),
  }
}

/** Codes that mean: no such session, or none whose header can be trusted to be that session's. */
const notFoundCodes: ReadonlySet<unknown> = new Set([
  'SESSION_QUERY_SESSION_NOT_FOUND',
  'SESSION_QUERY_SOURCE_CONFLICT',
])

async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    // By code, not by class: the class belongs to a package that need not be resolvable from here.
    throw notFoundCodes.has((error as { readonly code?: unknown } | null)?.code) ? new SessionNotFound() : error
  }
}

// The brand is ours; the fields are checked by the tool, which trusts no header.
const headerOf = (header: HostSessionHeader): SessionHeader => header as SessionHeader
