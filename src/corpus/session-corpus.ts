/**
 * Many sessions as one corpus: those in memory and those in a store, read exactly as the harness's session query
 * reads them.
 *
 * Whoever asks may read everything: who may read which session is decided before.
 * @see DSH `packages/session-query/session-query/src/index.ts`: `SessionQueryEngine`
 * @module
 */
import type { Batches } from '../pipeline/batch.ts'
import type { LogEvent } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'
import { corpusRecords, type SessionRecord } from './corpus-records.ts'
import { CorpusSources, type SourceOptions } from './corpus-sources.ts'
import type {
  EventRead,
  EventRecord,
  SessionRead,
  StreamOptions,
  SurfaceRead,
  TitleRead,
  TitleSnapshot,
} from './exact-read.ts'
import { liveEvent, liveRecords, liveStream, liveSurfaceRead, liveTitle, liveWhole } from './live-reads.ts'
import type { UnreadableSession } from './log-store.ts'
import { readTitles, type TitleResult } from './read-titles.ts'

/** What a corpus is made of. */
export interface SessionCorpusOptions extends SourceOptions {
  /** Most events before or after the one that is asked for. @defaultValue 50 */
  readonly readWindowMax?: number
  /** Most stored logs that are read at the same time for their titles. @defaultValue 4 */
  readonly titleConcurrency?: number
}

/** An event and its neighbours, as they are asked for. */
export interface EventRequest {
  readonly sessionId: string
  readonly seq: number
  /** Events before and after it, at most `readWindowMax` each. @defaultValue 0 */
  readonly before?: number | undefined
  readonly after?: number | undefined
}

/** Most events on each side of one, unless told otherwise. */
export const defaultReadWindowMax = 50

const defaultTitleConcurrency = 4

/**
 * A corpus.
 *
 * A session in memory is read there, and the store is then not asked at all; what is returned is a copy. A call
 * whose signal is aborted rejects with the signal's own reason; every other failure is a CorpusError.
 */
export class SessionCorpus {
  readonly #sources: CorpusSources
  readonly #readWindowMax: number
  readonly #titleConcurrency: number

  /** @throws CorpusError `SESSION_QUERY_INVALID_CONFIG`. */
  constructor(options: SessionCorpusOptions = {}) {
    const { readWindowMax = defaultReadWindowMax, titleConcurrency = defaultTitleConcurrency } = options
    if (!Number.isInteger(readWindowMax) || readWindowMax < 0) throw wrongConfig('readWindowMax', 0)
    if (!Number.isSafeInteger(titleConcurrency) || titleConcurrency < 1) throw wrongConfig('titleConcurrency', 1)
    this.#sources = new CorpusSources(options)
    this.#readWindowMax = readWindowMax
    this.#titleConcurrency = titleConcurrency
  }

  /** All sessions, newest first, ties by id. */
  async listSessions(signal?: AbortSignal): Promise<SessionRecord[]> {
    return (await this.listCorpus(signal)).sessions
  }

  /** The same, and what in the store cannot be read. */
  async listCorpus(
    signal?: AbortSignal,
  ): Promise<{ readonly sessions: SessionRecord[]; readonly unreadable: readonly UnreadableSession[] }> {
    signal?.throwIfAborted()
    const { sessions, unreadable } = await this.#sources.listStored(signal)
    signal?.throwIfAborted()
    return { sessions: corpusRecords(sessions, this.#sources.live), unreadable }
  }

  /** All events of a session without their data. Holds one object for each. */
  listEvents(sessionId: string, signal?: AbortSignal): Promise<EventRecord[]> {
    return this.#sources.read(sessionId, signal, {
      live: (capture) => liveRecords(capture, signal),
      stored: async (log) => {
        const { session, records } = await log.labels({ signal })
        return { session, value: records }
      },
    })
  }

  /** One event and its neighbours. */
  async readEvent(request: EventRequest, signal?: AbortSignal): Promise<EventRead> {
    const { sessionId, seq } = request
    const before = this.#window('before', request.before)
    const after = this.#window('after', request.after)
    return this.#sources.read(sessionId, signal, {
      live: (capture) => liveEvent(capture, seq, before, after),
      stored: async (log) => withSession(await log.event(seq, { before, after, signal })),
    })
  }

  /** The current surface. */
  readSurface(sessionId: string, signal?: AbortSignal): Promise<SurfaceRead> {
    return this.#sources.read(sessionId, signal, {
      live: (capture) => liveSurfaceRead(capture, signal),
      stored: async (log) => withSession(await log.surface({ signal })),
    })
  }

  /** A whole session: holds all of it. */
  readSession(sessionId: string, signal?: AbortSignal): Promise<SessionRead> {
    return this.#sources.read(sessionId, signal, {
      live: (capture) => liveWhole(capture, signal),
      stored: async (log) => withSession(await log.events({ signal })),
    })
  }

  /** The newest title; `undefined` when the session has none. */
  async readTitle(sessionId: string, signal?: AbortSignal): Promise<TitleSnapshot | undefined> {
    return (await this.readTitleSnapshot(sessionId, signal)).title
  }

  /** The same, with the header. */
  async readTitleSnapshot(sessionId: string, signal?: AbortSignal): Promise<TitleRead> {
    const [result] = await this.readTitleSnapshots([sessionId], signal)
    if (result?.status === 'fulfilled') return result.value
    throw (result as { readonly reason: unknown }).reason
  }

  /** Titles of several sessions: each id once, in the order given. What is wrong with one is told in its place. */
  readTitleSnapshots(sessionIds: readonly string[], signal?: AbortSignal): Promise<TitleResult[]> {
    return readTitles(sessionIds, this.#titleConcurrency, signal, (id) =>
      this.#sources.read(id, signal, {
        live: (capture) => liveTitle(capture),
        stored: async (log) => withSession(await log.title({ signal })),
      }),
    )
  }

  /**
   * Events of a session in batches, in log order; never holds the log. Nothing is opened before the first `next()`.
   *
   * What is wrong with a stored log is told when all before it has been yielded.
   */
  async *streamEvents(sessionId: string, options: StreamOptions = {}): Batches<LogEvent> {
    const { signal } = options
    const source = await this.#sources.open(sessionId, signal)
    if (source.capture !== undefined) yield* liveStream(source.capture, options)
    else yield* source.log.streamEvents({ ...options, check: source.check })
  }

  #window(name: string, value: number | undefined): number {
    if (value === undefined) return 0
    if (Number.isInteger(value) && value >= 0 && value <= this.#readWindowMax) return value
    const message = `${name} must be a whole number from 0 to ${this.#readWindowMax}`
    throw new CorpusError('SESSION_QUERY_INVALID_WINDOW', message)
  }
}

const withSession = <T extends { readonly session: SurfaceRead['session'] }>(value: T) => ({
  session: value.session,
  value,
})

const wrongConfig = (name: string, least: number): CorpusError =>
  new CorpusError('SESSION_QUERY_INVALID_CONFIG', `${name} must be a whole number, ${least} or more`)
