/**
 * Reads one event of a log and its neighbours, also of a log that is damaged elsewhere.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import { openLog } from '../../pipeline/readers/dsh/open-log.ts'
import { retryChanged } from '../../pipeline/readers/retry-changed.ts'
import { messageTypes } from '../../stages/source.ts'
import { CorpusError } from '../corpus-errors.ts'
import { SurfaceLabels, type FoundSurface } from './surface-labels.ts'

/** Which events are wanted. */
export interface WindowAsk {
  readonly seq: number
  /** Events before and after it, of every kind. */
  readonly before: number
  readonly after: number
}

/** An event, and where it stands. */
export interface LabelledEvent extends LogEvent {
  readonly surface: FoundSurface
}

/** The window. */
export interface LogWindow {
  readonly startSeq: number
  /** Inclusive. */
  readonly endSeq: number
  readonly inheritedEventCount: number
  /** In log order. */
  readonly events: readonly LabelledEvent[]
}

/**
 * Reads the log twice: up to the window for its events, and once more, without parsing what is in its records, for
 * the surface. Holds the window and 24 bytes per node of the surface.
 *
 * @throws CorpusError `SESSION_QUERY_EVENT_NOT_FOUND`; LogError when the log cannot be read.
 */
export async function readLogWindow(path: string, ask: WindowAsk, signal: AbortSignal | undefined): Promise<LogWindow> {
  return retryChanged(async () => {
    const events = await readEvents(path, ask, signal)
    if (!events.some(({ seq }) => seq === ask.seq)) {
      throw new CorpusError('SESSION_QUERY_EVENT_NOT_FOUND', `there is no event ${ask.seq} in this session`)
    }
    const { surfaces, inheritedEventCount } = await readSurfaces(path, new Set(events.map(({ seq }) => seq)), signal)
    const labelled = events.map((event) => ({ ...event, surface: surfaces.get(event.seq) ?? 'log-only' }))
    const [startSeq, endSeq] = [labelled[0]?.seq ?? ask.seq, labelled.at(-1)?.seq ?? ask.seq]
    return { startSeq, endSeq, inheritedEventCount, events: labelled }
  })
}

async function readEvents(path: string, ask: WindowAsk, signal: AbortSignal | undefined): Promise<LogEvent[]> {
  const { read } = await openLog(path)
  const [from, to] = [Math.max(0, ask.seq - ask.before), ask.seq + ask.after]
  const events: LogEvent[] = []
  for await (const some of read({ ...(signal && { signal }) })) {
    for (const event of some) if (event.seq >= from && event.seq <= to) events.push(event)
    if ((some.at(-1)?.seq ?? 0) >= to) break
  }
  return events
}

async function readSurfaces(
  path: string,
  wanted: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<{ readonly surfaces: ReadonlyMap<number, FoundSurface>; readonly inheritedEventCount: number }> {
  const { header, read } = await openLog(path)
  const labels = new SurfaceLabels()
  const surfaces = new Map<number, FoundSurface>()
  let inheritedEventCount = header.seedLength ?? 0
  const want = { reads: [...messageTypes, 'session/end-seed'], skims: messageTypes }
  for await (const some of read({ ...want, ...(signal && { signal }) })) {
    for (const event of some) {
      if (event.type === 'session/end-seed') {
        if ((event.data as { readonly inherited?: unknown } | null)?.inherited === true) inheritedEventCount = event.seq
        continue
      }
      if (wanted.has(event.seq)) surfaces.set(event.seq, event.surfaceOp === undefined ? 'log-only' : 'current')
      for (const seq of labels.take(event)) if (wanted.has(seq)) surfaces.set(seq, 'shadowed')
    }
  }
  return {
    surfaces: new Map([...surfaces].map(([seq, surface]) => [seq, labels.settled(surface)])),
    inheritedEventCount,
  }
}
