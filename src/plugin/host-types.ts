/**
 * The little of the harness that this door touches, declared by hand: no package of it is needed to build or to load.
 *
 * Held against the real packages by `tests/contract/host-types.test-d.ts`. Optional members exist in newer harnesses.
 * @see DSH `packages/session-query/session-query/src/index.ts`, `packages/core/tools/src/index.ts`,
 *   `packages/core/agent/src/index.ts`, `packages/workspace/src/index.ts`
 * @module
 */
import type { LogEvent, SessionHeader, Stage } from '../pipeline/index.ts'

/** A header as the harness hands it out: the same fields, with its own brand on the ids. */
export type HostSessionHeader = Omit<SessionHeader, 'id'> & { readonly id: string }

/** `ctx.sessionQuery`, its reads. rc.8 ignores the signal of the first two; newer ones may take it. */
export interface HostSessionQuery {
  listSessions(signal?: AbortSignal): Promise<readonly { readonly header: HostSessionHeader }[]>
  readSurface(id: string, signal?: AbortSignal): Promise<HostSurface>
  readSession(id: string, signal?: AbortSignal): Promise<HostLog>
  readTitle(id: string, signal?: AbortSignal): Promise<{ readonly title: string } | undefined>
  /** Only where this package's own session query is mounted. */
  readView?<O>(id: string, view: HostView<O>, signal?: AbortSignal): Promise<HostViewRead<O> | undefined>
}

export interface HostView<O> {
  readonly key: string
  readonly stage: Stage<LogEvent, O>
}

export interface HostViewRead<O> {
  readonly session: HostSessionHeader
  readonly capturedThroughSeq: number | null
  readonly items: readonly O[]
}

export interface HostSurface {
  readonly session: HostSessionHeader
  readonly capturedThroughSeq: number | null
  readonly events: readonly unknown[]
}

export interface HostLog {
  readonly session: HostSessionHeader
  readonly events: readonly unknown[]
  readonly inheritedEventCount?: number
}

/** `ctx.agents`, the one question asked of it: is the session driven, and how. */
export interface HostAgents {
  get(id: string): { readonly status: string } | undefined
}

/** `workspaceRegistry`, where one is mounted. */
export interface HostWorkspaceRegistry {
  readonly archivedSessionIds: readonly string[]
}

/** What a tool is told about the call it runs in. */
export interface HostToolCall {
  readonly signal?: AbortSignal
  /** The agent that calls; absent for a call that none made. */
  readonly agent?: { readonly session: { readonly header: HostSessionHeader } }
}

/** A raw tool definition: its arguments reach `execute` as the model sent them. */
export interface HostToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: Record<string, unknown>
  readonly output: {
    readonly schema: HostJsonSchema
    render(args: unknown, value: unknown): { type: 'text'; text: string }[]
  }
  isConcurrencySafe(args: unknown): boolean
  execute(args: unknown, call: HostToolCall): Promise<unknown>
}

/** The subset of JSON schema that the harness enforces on results. */
interface HostJsonSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  oneOf?: HostJsonSchema[]
  properties?: Record<string, HostJsonSchema>
  required?: string[]
  additionalProperties?: boolean
  items?: HostJsonSchema
  enum?: (string | number | boolean | null)[]
}

/** `ctx`, as far as this door looks. */
export interface HostContext {
  readonly sessionQuery: HostSessionQuery
  readonly agents: HostAgents
  readonly tools: { register(definition: HostToolDefinition): unknown }
  get(service: 'workspaceRegistry'): HostWorkspaceRegistry | undefined
}

/** A config schema as the loader uses it (Standard Schema); at run time it is a schemastery schema. */
export interface HostConfigSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => HostConfigResult | Promise<HostConfigResult>
  }
}

type HostConfigResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }
