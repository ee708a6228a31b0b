/**
 * What the exact reads of a session return, in the shapes of the harness's session query.
 *
 * @see DSH `packages/session-query/session-query/src/types.ts`
 * @module
 */
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'

/** Where an event stands: on the surface, replaced there by a later one, or never on it. */
export type SurfaceLabel = 'current' | 'shadowed' | 'log-only'

/** How a call is made. */
export interface ReadOptions {
  /** The call rejects with this signal's own reason when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Which events a stream yields. */
export interface StreamOptions extends ReadOptions {
  /** Types that are yielded; the events between them are checked as far as `StoredLog` says. @defaultValue all */
  readonly types?: readonly string[] | undefined
  /** First seq that is yielded. @defaultValue 0 */
  readonly fromSeq?: number | undefined
  /** Told the header of the log before its first event; what it throws ends the stream. */
  readonly check?: ((header: SessionHeader) => void) | undefined
}

/** The current surface. */
export interface SurfaceRead {
  readonly session: SessionHeader
  /** Seq of the last event; `null` in a log without events. */
  readonly capturedThroughSeq: number | null
  /** In surface order. */
  readonly events: LogEvent[]
}

/** The whole log. */
export interface SessionRead {
  readonly session: SessionHeader
  readonly events: LogEvent[]
}

/** An event and its neighbours. */
export interface EventRead {
  readonly session: SessionHeader
  readonly target: LogEvent
  /** From `startSeq` to `endSeq`, both included; `target` is one of them. */
  readonly events: LogEvent[]
  readonly startSeq: number
  readonly endSeq: number
}

/** An event without its data. */
export interface EventRecord {
  readonly sessionId: string
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly surface: SurfaceLabel
}

/** All events of a log without their data. */
export interface LabelsRead {
  readonly session: SessionHeader
  readonly records: EventRecord[]
}

/** The newest title in a log. */
export interface TitleSnapshot {
  readonly title: string
  readonly messageSeqs: readonly number[]
  readonly source: { readonly kind: string; readonly provider?: unknown; readonly model?: unknown }
  /** Seq and time of the event it is from. */
  readonly eventSeq: number
  readonly updatedAt: number
}

/** A session's header and title from one read. */
export interface TitleRead {
  readonly session: SessionHeader
  /** Absent when the log has no title. */
  readonly title?: TitleSnapshot
}
