/**
 * Exact reads of a session in memory: everything returned is a copy, and a long copy lets others in.
 *
 * @module
 */
import type { Batches } from '../pipeline/batch.ts'
import type { LogEvent } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'
import { windowOf } from './event-window.ts'
import { inPieces, type LiveCapture } from './live-capture.ts'
import type { EventRead, EventRecord, SessionRead, StreamOptions, SurfaceRead, TitleRead } from './exact-read.ts'
import { liveLabels, liveSurface } from './live-surface.ts'
import { copied, soundCopy, soundHeader } from './sound-copy.ts'
import { titleRead } from './title-snapshot.ts'

type Signal = AbortSignal | undefined

/** The whole of it. */
export async function liveWhole(capture: LiveCapture, signal: Signal): Promise<SessionRead> {
  soundHeader(capture.header)
  // The harness replays the whole log before it returns it.
  await liveSurface({ ...capture, surface: undefined }, signal, 'SESSION_QUERY_CORRUPT_SESSION')
  const events: LogEvent[] = []
  for await (const some of inPieces(capture.events, signal)) {
    for (const event of some) events.push(soundCopy(event, true))
  }
  return { session: copied(capture.header), events }
}

/** Its surface. */
export async function liveSurfaceRead(capture: LiveCapture, signal: Signal): Promise<SurfaceRead> {
  const nodes = await liveSurface(capture, signal)
  const events: LogEvent[] = []
  for await (const some of inPieces(nodes, signal)) {
    for (const seq of some) events.push(soundCopy(capture.events[seq] as LogEvent, false))
  }
  return { session: copied(capture.header), capturedThroughSeq: capture.events.at(-1)?.seq ?? null, events }
}

/** Its events without their data. */
export function liveRecords(capture: LiveCapture, signal: Signal): Promise<EventRecord[]> {
  return liveLabels(capture, signal)
}

/** One event and its neighbours. @throws CorpusError `SESSION_QUERY_EVENT_NOT_FOUND`. */
export function liveEvent(capture: LiveCapture, seq: number, before: number, after: number): EventRead {
  const { events, header } = capture
  const startSeq = Math.max(0, seq - before)
  const target = events[seq]
  if (target?.seq !== seq) {
    throw new CorpusError('SESSION_QUERY_EVENT_NOT_FOUND', `session "${header.id}" has no event at seq ${seq}`)
  }
  const window = events.slice(startSeq, seq + after + 1).map((event) => soundCopy(event, false))
  return windowOf(copied(header), window, { seq, startSeq, toSeq: seq + after }, events.length)
}

/** Its newest title. */
export function liveTitle({ header, events }: LiveCapture): TitleRead {
  return titleRead(
    copied(header),
    events.findLast(({ type }) => type === 'session/title'),
  )
}

/** Its events in batches. */
export async function* liveStream(capture: LiveCapture, options: StreamOptions): Batches<LogEvent> {
  const { types, fromSeq = 0, signal } = options
  const wanted = types && new Set(types)
  for await (const some of inPieces(capture.events, signal)) {
    const batch = some.filter(({ type, seq }) => seq >= fromSeq && (wanted === undefined || wanted.has(type)))
    if (batch.length > 0) yield batch.map((event) => copied(event))
  }
}
