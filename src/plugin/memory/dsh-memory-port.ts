/**
 * A running harness as a `MemoryPort`: its own search, its own reads, and the header that decides.
 *
 * @module
 */
import type { SessionHeader } from '../../pipeline/index.ts'
import { MemoryError, type HeaderLease, type MemoryHit, type MemoryPort, type SessionHit } from '../../tools/index.ts'
import type { HostSessionHeader } from '../host-types.ts'
import type { HostEventHit, HostMemoryContext, HostMemoryQuery } from './memory-host.ts'

/**
 * Makes the port. The service is looked up at each call, so one that is replaced later is seen.
 *
 * Real headers come from `observeSession` where the harness has it. Where it has not, the index does not know `origin`
 * either: then one listing per search, or for a session not in it one exact read, says what the header is.
 */
export function dshMemoryPort(ctx: Pick<HostMemoryContext, 'sessionQuery'>): MemoryPort {
  return {
    async searchSessions({ query, limit, cursor, cwd }, signal) {
      const sessionFilters = cwd === undefined ? [] : [{ kind: 'cwd' as const, values: [cwd] }]
      const request = { query, limit, ...given(cursor), sessionFilters }
      const { items, nextCursor } = await searched(ctx.sessionQuery.searchSessions(request, { ...asked(signal) }))
      const hits = items.map(({ header, live, persisted, bestMatch }) => {
        return { sessionId: header.id, live, persisted, best: hitOf(bestMatch) }
      })
      return { hits, nextCursor }
    },
    async searchEvents({ query, limit, cursor, sessionId }, signal) {
      const { sessionQuery } = ctx
      const request = { query, limit, ...given(cursor), sessionId: branded(sessionId) }
      const { session, items, nextCursor } = await searched(sessionQuery.searchEvents(request, { ...asked(signal) }))
      const header = isObservable(sessionQuery)
        ? session
        : (await listedHeaders(sessionQuery, signal)({ sessionId, seq: items[0]?.seq ?? 0 })).header
      return { header: headerOf(header), hits: items.map(hitOf), nextCursor }
    },
    observer(signal) {
      const { sessionQuery } = ctx
      if (!isObservable(sessionQuery)) {
        const headerOfHit = listedHeaders(sessionQuery, signal)
        return ({ sessionId, best: { seq } }: SessionHit) => headerOfHit({ sessionId, seq })
      }
      return async ({ sessionId }) => {
        const observation = await sessionQuery.observeSession(sessionId, { ...asked(signal), projectionMode: 'none' })
        return {
          // Looked at when it is used: should that throw, the lease is there to be released.
          get header() {
            return headerOf(observation.header)
          },
          get inheritedEventCount() {
            return observation.inheritedEventCount
          },
          release: () => observation[Symbol.dispose](),
        }
      }
    },
    async readEvent(place, signal) {
      const request = { ...place, sessionId: branded(place.sessionId) }
      const { session, target, ...window } = await ctx.sessionQuery.readEvent(request, signal)
      return { ...window, header: headerOf(session), targetSeq: target.seq }
    },
  }
}

/** Looks sessions up in one listing, made when the first is asked for. */
function listedHeaders(
  sessionQuery: HostMemoryQuery,
  signal: AbortSignal | undefined,
): (place: { readonly sessionId: string; readonly seq: number }) => Promise<HeaderLease> {
  let listing: Promise<ReadonlyMap<string, HostSessionHeader>> | undefined
  return async (place) => {
    listing ??= sessionQuery.listSessions(signal).then((all) => new Map(all.map(({ header }) => [header.id, header])))
    const listed = (await listing).get(place.sessionId)
    signal?.throwIfAborted()
    const { seq, sessionId } = place
    const request = { sessionId: branded(sessionId), seq, before: 0, after: 0 }
    // Gone since it was found: the harness itself says so, in its own error.
    const header = listed ?? (await sessionQuery.readEvent(request, signal)).session
    return { header: headerOf(header), release() {} }
  }
}

/** A search that is switched off is the one failure whose words do not say what to do. */
async function searched<T>(search: Promise<T>): Promise<T> {
  try {
    return await search
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown }
    throw code === 'SESSION_QUERY_SEARCH_DISABLED' ? new MemoryError(code, error) : error
  }
}

type Observable = HostMemoryQuery & Required<Pick<HostMemoryQuery, 'observeSession'>>
const isObservable = (query: HostMemoryQuery): query is Observable => typeof query.observeSession === 'function'

const hitOf = ({ seq, type, time, surface, snippet }: HostEventHit): MemoryHit => ({
  seq,
  type,
  time,
  surface,
  snippet,
})

// The brands of the harness are types only, and it checks what it is given.
const branded = (text: string): never => text as never
const given = (cursor: string | undefined): { cursor?: never } =>
  cursor === undefined ? {} : { cursor: branded(cursor) }
const asked = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal === undefined ? {} : { signal })

// The brand is ours; a header is looked at, never trusted.
const headerOf = (header: HostSessionHeader): SessionHeader => header as SessionHeader
