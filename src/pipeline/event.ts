/**
 * The event envelope and the session header, structurally: nothing of a harness is imported here.
 *
 * @see DSH `packages/core/session/src/types.ts`: `SessionEvent`, `SessionHeader`, `SurfaceOp`
 * @module
 */
import type { SessionId } from './ids.ts'

/**
 * What an event does to the surface: joins its end, or takes the place of the nodes from `start` to `end`.
 * Both are seqs of current nodes; the range is inclusive and counted in surface order.
 */
export type SurfaceOp = 'append' | { readonly op: 'replace'; readonly start: number; readonly end: number }

/** One event of a session log, in the one model that every reader decodes to. */
export interface LogEvent {
  readonly type: string
  /** Sequence number inside its log: a non-negative safe integer. */
  readonly seq: number
  /** Unix epoch milliseconds. May go backwards from one event to the next. */
  readonly time: number
  readonly data: unknown
  /** Present on events that hold a place on the surface. */
  readonly surfaceOp?: SurfaceOp
  /** Seqs this event cites. Newer logs write runs as `[start, end]` pairs. */
  readonly sourceEventSeqs?: readonly unknown[]
  /** The writer's word that a reader who does not know the type may skip the event. */
  readonly ignorable?: boolean
  /** Where the reader finds the record again: an index in memory, a byte offset in a file. */
  readonly position?: number
}

/** What the first record of a log says about its session. */
export interface SessionHeader {
  /** Format version of the log. */
  readonly version: number
  readonly id: SessionId
  /** Unix epoch milliseconds. */
  readonly createdAt: number
  /** Working directory, exactly as recorded. Absent when the session has none. */
  readonly cwd?: string
  /** The session this one was forked or delegated from. */
  readonly parentSession?: string
  /** In a fork: events with `seq < seedLength` were inherited. */
  readonly seedLength?: number
  /** From format v2 on: whether events were inherited; the log itself then says how many. */
  readonly isSeeded?: boolean
  readonly origin?: string
  readonly delegationDepth?: number
  readonly agentPreset?: string
}

/** Whether `value` can be a seq: a non-negative safe integer. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Whether `value` is an object with string keys (not null, not an array). */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
