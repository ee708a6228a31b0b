/**
 * One session in memory, as it was at one moment.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'
import { turns } from '../pipeline/turns.ts'
import type { LiveSession } from './live-source.ts'

/** One session as it was when the call began. */
export interface LiveCapture {
  readonly header: SessionHeader
  readonly events: readonly LogEvent[]
  /** Seqs of the surface, when the owner keeps them. */
  readonly surface: readonly number[] | undefined
}

/** Takes hold of a session: what is appended later is not seen. */
export function liveCapture(session: LiveSession): LiveCapture {
  const { seq, header } = session
  const all = session.events()
  const list = Array.isArray(all) ? (all as readonly LogEvent[]) : [...all]
  const surface = session.surface?.()
  return {
    header,
    // An array that is frozen is one that no longer grows.
    events: list.length <= seq && Object.isFrozen(list) ? list : list.slice(0, seq),
    surface: surface && Array.from(surface).filter((node) => node < seq),
  }
}

/** Items that are worked on between two looks at the clock. */
const pieceLength = 64

/** Pieces of an array, with a turn of the event loop every few milliseconds. */
export async function* inPieces<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly T[], void> {
  const clock = turns(signal)
  signal?.throwIfAborted()
  for (let at = 0; at < items.length; at += pieceLength) {
    yield items.slice(at, at + pieceLength)
    if (clock.due()) await clock.next()
  }
}
