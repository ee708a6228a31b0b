/**
 * The little of the harness that the memory plugin touches, declared by hand like `../host-types.ts`.
 *
 * Held against the real packages by `tests/contract/memory-host.test-d.ts`. Optional members exist in newer harnesses.
 * @see DSH `packages/session-query/session-query/src/types.ts`, `packages/commands/src/index.ts`
 * @module
 */
import type { HostSessionHeader, HostToolDefinition } from '../host-types.ts'

/** One event as an index finds it. */
export interface HostEventHit {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly surface: string
  readonly snippet: string
}

/** One session as an index finds it; its header may lack `origin`. */
export interface HostSessionHit {
  readonly header: HostSessionHeader
  readonly live: boolean
  readonly persisted: boolean
  readonly bestMatch: HostEventHit
}

interface HostPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

/** A string that the harness brands: given back to it as it came. `never` fits its brand, whatever that is. */
type Branded = never

interface HostSearch {
  readonly query: string
  readonly limit: number
  readonly cursor?: Branded
}

/** A raw window of a log. */
export interface HostWindow {
  readonly session: HostSessionHeader
  readonly target: { readonly seq: number }
  readonly events: readonly {
    readonly seq: number
    readonly type: string
    readonly time: number
    readonly data: unknown
  }[]
  readonly startSeq: number
  readonly endSeq: number
  readonly inheritedEventCount?: number
}

/** What a newer harness holds of a session until it is disposed. */
export interface HostObservation extends Disposable {
  readonly header: HostSessionHeader
  readonly inheritedEventCount?: number
}

/** `ctx.sessionQuery`, the calls a search or a read of history needs. */
export interface HostMemoryQuery {
  searchSessions(
    request: HostSearch & {
      readonly sessionFilters: readonly { readonly kind: 'cwd'; readonly values: readonly string[] }[]
    },
    exec: { signal?: AbortSignal },
  ): Promise<HostPage<HostSessionHit>>
  searchEvents(
    request: HostSearch & { readonly sessionId: Branded },
    exec: { signal?: AbortSignal },
  ): Promise<HostPage<HostEventHit> & { readonly session: HostSessionHeader }>
  readEvent(
    request: { readonly sessionId: Branded; readonly seq: number; readonly before: number; readonly after: number },
    signal?: AbortSignal,
  ): Promise<HostWindow>
  listSessions(signal?: AbortSignal): Promise<readonly { readonly header: HostSessionHeader }[]>
  observeSession?(
    id: string,
    options: { signal?: AbortSignal; readonly projectionMode: 'none' },
  ): Promise<HostObservation>
}

/** A live session. Older harnesses show all its events, newer ones one at a time. */
export interface HostLiveSession {
  readonly header: HostSessionHeader
  /** Seq of the event that comes next. */
  readonly seq?: number
  readonly events?: readonly unknown[]
  eventAt?(seq: number): unknown
}

/** What a command is told about its invocation. */
export interface HostInvocation {
  readonly rawInput: string
  readonly signal?: AbortSignal
  readonly agent?: { readonly session: HostLiveSession }
}

/** What a command shows. */
export interface HostCommandResult {
  readonly kind: 'success' | 'error'
  readonly text: string
}

/** A command that a person types. */
export interface HostCommand {
  readonly name: string
  readonly description: string
  readonly input?: { readonly hint: string }
  handler(invocation: HostInvocation): HostCommandResult | Promise<HostCommandResult>
}

/** `ctx`, as far as this plugin looks. */
export interface HostMemoryContext {
  readonly sessionQuery: HostMemoryQuery
  readonly tools: { register(definition: HostToolDefinition): () => unknown }
  readonly commands: { register(definition: HostCommand): () => unknown }
  /** Runs `start` now, and what it returns when the plugin goes. */
  effect(start: () => () => unknown): unknown
}
