/**
 * Sessions that are in memory: a harness's own, or any others whose events somebody holds.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'

/** One session in memory. Nothing of it is ever changed. */
export interface LiveSession {
  readonly header: SessionHeader
  /** Seq of the next event. Events from this seq on are not read, whatever `events` returns later. */
  readonly seq: number
  /** Its events from seq 0 on. Asked once per call; an array is indexed and not copied. */
  events(): Iterable<LogEvent>
  /** Seqs of the current nodes in surface order, where the owner keeps them. @defaultValue folded from the events */
  surface?(): Iterable<number>
}

/** Sessions in memory, as they are at the moment of the call. */
export interface LiveSource {
  list(): Iterable<LiveSession>
  /** The session of an id. @defaultValue looked for in `list()` */
  get?(id: string): LiveSession | undefined
}

/** The session of an id. */
export function liveSession(source: LiveSource | undefined, id: string): LiveSession | undefined {
  if (source?.get !== undefined) return source.get(id)
  for (const session of source?.list() ?? []) if (session.header.id === id) return session
  return undefined
}
