/**
 * What a tool needs from a host, and nothing else: six questions, a clock and a hash. No way to wake, write or send.
 *
 * @module
 */
import type { LogEvent, SessionHeader, SessionId, Stage } from '../pipeline/index.ts'

/** The current surface of one session, as one observation. The arrays belong to the caller. */
export interface SurfaceSnapshot {
  readonly header: SessionHeader
  /** Seq of the last event the surface was folded from; null for an empty log. */
  readonly capturedThroughSeq: number | null
  /** Current surface events in surface order: already folded. */
  readonly events: readonly unknown[]
}

/** The whole raw log of one session, as one observation. The arrays belong to the caller. */
export interface LogSnapshot {
  readonly header: SessionHeader
  readonly events: readonly unknown[]
  /** How many leading events were inherited, where the host says so; else `header.seedLength` does. */
  readonly inheritedEventCount?: number | undefined
}

/** A view over the raw log of a session. */
export interface PortView<O> {
  /** Equal only for views that are made in the same way with the same options: a host may keep their state by it. */
  readonly key: string
  readonly stage: Stage<LogEvent, O>
}

/** What a view showed of one session, as one observation of all of its log. */
export interface ViewSnapshot<O> {
  readonly header: SessionHeader
  /** Seq of the last event the view was shown; null for an empty log. */
  readonly capturedThroughSeq: number | null
  readonly items: readonly O[]
}

/**
 * A host, seen from a tool. Asynchronous questions take the caller's signal; a host that cannot hand it on may
 * ignore it, because tools check it before and after each question.
 *
 * A read of a session that is not there rejects with {@link SessionNotFound}; every other rejection is a failure
 * of the host, whose words never leave the tool.
 */
export interface SessionPort {
  /** Headers of every session the host knows, live or stored. */
  listSessions(signal?: AbortSignal): Promise<readonly SessionHeader[]>
  readSurface(id: SessionId, signal?: AbortSignal): Promise<SurfaceSnapshot>
  readLog(id: SessionId, signal?: AbortSignal): Promise<LogSnapshot>
  /**
   * Shows the log of a session to a view as it is read, so that nobody holds it. Resolves with `undefined` when the
   * host cannot do that with this session as it is now: the other reads can. Absent: with none.
   */
  readView?<O>(id: SessionId, view: PortView<O>, signal?: AbortSignal): Promise<ViewSnapshot<O> | undefined>
  /** The latest title as logged, unsafe as any text; null when there is none. */
  readTitle(id: SessionId, signal?: AbortSignal): Promise<string | null>
  /** Ids of archived sessions, as of now. */
  archivedIds(): readonly string[]
  /** `running`, `idle`, `offline` when no agent drives the session, or a word only the host knows. */
  status(id: SessionId): string
  /** Unix epoch milliseconds. */
  now(): number
  /** SHA-256 of a text's UTF-8 bytes, as hex. @defaultValue a portable one, which is slower */
  readonly sha256?: (text: string) => string
}

/** The host has no session of that id (any more), or none whose header can be trusted. */
export class SessionNotFound extends Error {
  override readonly name: string = 'SessionNotFound'
}
