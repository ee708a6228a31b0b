/**
 * The little of the harness that the session query touches, declared by hand like `../host-types.ts`.
 *
 * Held against the real packages by `tests/contract/session-query-host.test-d.ts`.
 * @see DSH `packages/session-query/session-query/src/index.ts`, `packages/session/session-persistence/src/index.ts`
 * @module
 */
import type { HostSessionHeader } from '../host-types.ts'

/** One session in memory. */
export interface HostQuerySession {
  readonly id: string
  /** Seq of the event that comes next. */
  readonly seq: number
}

/** `sessionPersistence`, where one is mounted. */
export interface HostPersistence {
  list(signal?: AbortSignal): Promise<readonly HostSessionHeader[]>
  /** Where the backend keeps a session. Touches no file. */
  locate(header: never): { readonly kind: string; readonly path?: string } | undefined
}

/** `ctx`, as far as this plugin looks. */
export interface HostQueryContext {
  readonly sessions: { get(id: never): object | undefined }
  get(service: 'sessionPersistence'): HostPersistence | undefined
  on(event: 'session/disposed', listener: (session: HostQuerySession) => void): unknown
  plugin(plugin: never, config?: unknown): PromiseLike<unknown>
}

/** Which event is asked for, and how many before and after it. */
export interface HostEventRequest {
  readonly sessionId: string
  readonly seq: number
  readonly before?: number
  readonly after?: number
}

/** A title, or why there is none to be had. */
export type HostTitleResult =
  | { readonly sessionId: string; readonly status: 'fulfilled'; readonly value: unknown }
  | { readonly sessionId: string; readonly status: 'rejected'; readonly reason: unknown }

/** A whole session. */
export interface HostWholeSession {
  readonly session: HostSessionHeader
  readonly events: readonly { readonly type: string; readonly seq: number }[]
}

/** The reads of the harness's engine that are made from the file where that gives the same. */
export interface HostEngine {
  readonly config?: { readonly readWindowMax?: number }
  readSurface(id: string): Promise<unknown>
  readSession(id: string): Promise<HostWholeSession>
  listEvents(id: string): Promise<unknown>
  readEvent(request: HostEventRequest, signal?: AbortSignal): Promise<unknown>
  readTitleSnapshots(ids: readonly string[], signal?: AbortSignal): Promise<HostTitleResult[]>
}

/** The class of that engine. */
export type HostEngineClass = new (context: never, config: never) => HostEngine

/** The class of the engine's errors: it words that an event is not there. */
export type HostQueryErrorClass = new (message: string, code: 'SESSION_QUERY_EVENT_NOT_FOUND') => Error
