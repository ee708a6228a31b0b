/**
 * Exact reads of one log file: what the harness itself would return for it, without holding the log.
 *
 * @module
 */
import type { Batches } from '../pipeline/batch.ts'
import type { LogEvent, SessionHeader } from '../pipeline/event.ts'
import { openFile, type ByteSource } from '../pipeline/readers/byte-source.ts'
import { retryChanged } from '../pipeline/readers/retry-changed.ts'
import { CorpusError } from './corpus-errors.ts'
import { windowOf } from './event-window.ts'
import type {
  EventRead,
  LabelsRead,
  ReadOptions,
  SessionRead,
  StreamOptions,
  SurfaceRead,
  TitleRead,
} from './exact-read.ts'
import { titleRead } from './title-snapshot.ts'
import { LogCache } from './stored/log-cache.ts'
import type { LogState } from './stored/log-state.ts'
import { drained, OpenedLog, type LogPlace } from './stored/opened-log.ts'
import { readHeader } from './stored/read-header.ts'
import { labelTaker } from './stored/label-taker.ts'
import { isLossless } from './stored/lossless.ts'
import { orRefused } from './stored/refusal.ts'
import { streamed } from './stored/streamed.ts'
import { surfaceOf } from './stored/surface-of.ts'
import { checkClosers } from './stored/whole-closers.ts'
import { WindowFault } from './stored/window-scan.ts'

/** How a log file is read. */
export interface StoredLogOptions {
  /** How the file is opened. @defaultValue a real file, read only */
  readonly open?: (path: string) => Promise<ByteSource>
  /** Where is kept what was learned of logs. @defaultValue one for the whole process */
  readonly cache?: LogCache
}

/** How an event and its neighbours are asked for. */
export interface EventOptions extends ReadOptions {
  /** Events before and after it. @defaultValue 0 */
  readonly before?: number | undefined
  readonly after?: number | undefined
}

/**
 * One log file of format v0.
 *
 * Each call opens the file, checks every record as the harness does when it opens a stored session, and refuses what
 * it refuses, by the same code. An open turn at the end is closed as the harness closes it in memory: events that
 * are not in the file. Nothing is checked twice: a call on a file that has not changed since the last one reads what
 * it returns and no more, one on a file that has grown what was appended.
 *
 * The one thing not looked at is what stands inside a streamed delta nobody asked for.
 * Memory: two reads of 256 KiB, one record, 48 bytes per event on the surface, and what is returned. Between calls
 * a sparse index, the surface's records while they have at most 8 Mi characters, and never more than the cache allows.
 */
export interface StoredLog {
  readonly path: string
  /** The header. Reads the head of the file only. */
  header(options?: ReadOptions): Promise<SessionHeader>
  surface(options?: ReadOptions): Promise<SurfaceRead>
  /** The whole log: holds all of it. */
  events(options?: ReadOptions): Promise<SessionRead>
  /** All events without their data: holds one object for each. */
  labels(options?: ReadOptions): Promise<LabelsRead>
  /** @throws CorpusError `SESSION_QUERY_EVENT_NOT_FOUND`. */
  event(seq: number, options?: EventOptions): Promise<EventRead>
  title(options?: ReadOptions): Promise<TitleRead>
  /**
   * Batches of events; never holds the log. What is wrong with it is told when all before it has been yielded.
   *
   * @param options.types - deltas, most of a log, are only read when they are among them.
   */
  streamEvents(options?: StreamOptions): Batches<LogEvent>
}

const sharedCache = new LogCache()

/** Reads the log file at `path`. Opens nothing yet. All that a call throws is a CorpusError or the signal's reason. */
export function storedLog(path: string, options: StoredLogOptions = {}): StoredLog {
  const { open = openFile, cache = sharedCache } = options
  const place: LogPlace = { path, open, cache }
  const use = <T>(signal: AbortSignal | undefined, read: (log: OpenedLog) => Promise<T>): Promise<T> =>
    orRefused(path, signal, () => retryChanged(() => OpenedLog.use(place, signal, read)))
  return {
    path,
    header: ({ signal } = {}) => use(signal, (log) => readHeader(log.source)),
    surface: ({ signal } = {}) => use(signal, (log) => surfaceOf(log, signal)),
    events: ({ signal } = {}) => use(signal, allEvents),
    labels: ({ signal } = {}) => use(signal, allLabels),
    event: (seq, event = {}) => use(event.signal, (log) => eventAt(log, seq, event)),
    title: ({ signal } = {}) =>
      use(signal, async (log) => {
        const { header, title } = await log.learn()
        return titleRead(header, title)
      }),
    streamEvents: (stream = {}) => streamed(place, stream),
  }
}

async function allEvents(log: OpenedLog): Promise<SessionRead> {
  const events: LogEvent[] = []
  let lastLine = ''
  let lossy: number | undefined
  const { header, closers } = await drained(
    log.read({
      wantsDeltas: () => true,
      take(event, _, line) {
        events.push(event)
        if (line === lastLine) return
        lastLine = line
        if (!isLossless(line)) lossy ??= event.seq
      },
    }),
  )
  if (lossy !== undefined) {
    throw new CorpusError('SESSION_QUERY_CORRUPT_SESSION', `event ${lossy}: a number that cannot be written as it is`)
  }
  checkClosers(closers)
  events.push(...structuredClone(closers))
  return { session: { ...header }, events }
}

async function allLabels(log: OpenedLog): Promise<LabelsRead> {
  const labels = labelTaker()
  const { header, closers } = await drained(log.read(labels))
  for (const closer of closers) labels.take(closer, closer.surfaceOp === undefined ? 'none' : 'append', '')
  return { session: { ...header }, records: labels.records }
}

async function eventAt(log: OpenedLog, seq: number, { before = 0, after = 0 }: EventOptions): Promise<EventRead> {
  const from = Math.max(0, seq - before)
  const to = seq + after
  const isWanted = (event: LogEvent): boolean => event.seq >= from && event.seq <= to
  const known = await log.caughtUp()
  let read = known && (await knownWindow(log, known, from, to))
  if (read === undefined) {
    const events: LogEvent[] = []
    // What was known and is not so is a delta: every one is looked at then.
    const wantsDeltas = (first: number, count: number): boolean =>
      known !== undefined || (first <= to && first + count > from)
    const state = await drained(
      log.read({ wantsDeltas, take: (event) => void (isWanted(event) && events.push(event)) }),
    )
    events.push(...structuredClone(state.closers.filter(isWanted)))
    read = { state, events }
  }
  const { state, events } = read
  return windowOf({ ...state.header }, events, { seq, startSeq: from, toSeq: to }, state.length)
}

/** The window from where it is known to be; `undefined` when the log is not as sound as it was taken for. */
async function knownWindow(
  log: OpenedLog,
  state: LogState,
  from: number,
  to: number,
): Promise<{ readonly state: LogState; readonly events: LogEvent[] } | undefined> {
  const events: LogEvent[] = []
  try {
    for await (const some of log.window({ state, from, to, deltas: true })) events.push(...some)
    return { state, events }
  } catch (error) {
    if (!(error instanceof WindowFault)) throw error
    log.forget()
    return undefined
  }
}
