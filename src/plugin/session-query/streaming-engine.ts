/**
 * The harness's engine with its exact reads made from the file. Search, filters and traces stay as they are.
 *
 * @module
 */
import { CorpusError } from '../../corpus/corpus-errors.ts'
import type { TitleRead } from '../../corpus/exact-read.ts'
import { readTitles } from '../../corpus/read-titles.ts'
import type { StoredLog } from '../../corpus/stored-log.ts'
import { isSeq, type LogEvent, type SessionHeader } from '../../pipeline/index.ts'
import { ColdLogs, type Listing } from './cold-logs.ts'
import { ExactViews, type KeptView, type ViewRead } from './exact-view.ts'
import type {
  HostEngineClass,
  HostEventRequest,
  HostQueryContext,
  HostQueryErrorClass,
  HostTitleResult,
  HostWholeSession,
} from './query-host.ts'
import { streamSession, type StreamSessionOptions } from './stream-session.ts'

/** Most events before or after one, where the engine does not say. */
const defaultReadWindowMax = 50

/** Titles that are read at the same time. */
const titleConcurrency = 4

type Signal = AbortSignal | undefined

/** Nothing came of an exact read: the engine is to be asked. */
const declined: unique symbol = Symbol('declined')

/**
 * Makes the class that is mounted in the engine's place.
 *
 * Its state is held by this function, not by the service: services are handed out behind proxies, which have no
 * private fields and are no keys of a WeakMap.
 *
 * @param QueryError - the engine's own error, so that an event that is not there need not be looked for twice.
 */
export function streamingEngine(
  Engine: HostEngineClass,
  ctx: HostQueryContext,
  QueryError: HostQueryErrorClass | undefined,
): HostEngineClass {
  const logs = new ColdLogs(ctx)
  const views = new ExactViews()

  async function exact<T extends { readonly session: SessionHeader }>(
    id: string,
    signal: Signal,
    read: (log: StoredLog) => Promise<T>,
    listed?: Listing,
  ): Promise<T | typeof declined> {
    const log = await logs.find(id, signal, listed)
    if (log === undefined) return declined
    try {
      const value = await read(log.stored)
      log.check(value.session)
      signal?.throwIfAborted()
      return logs.isCold(id) ? value : declined
    } catch (error) {
      signal?.throwIfAborted()
      if (isNoEvent(error) && QueryError !== undefined && logs.isCold(id)) {
        throw new QueryError((error as Error).message, 'SESSION_QUERY_EVENT_NOT_FOUND')
      }
      return declined
    }
  }

  return class StreamingSessionQuery extends Engine {
    override async readSurface(id: string, signal?: AbortSignal): Promise<unknown> {
      const read = await exact(id, signal, (log) => log.surface({ signal }))
      return read === declined ? super.readSurface(id) : read
    }

    override async readSession(id: string, signal?: AbortSignal): Promise<HostWholeSession> {
      const read = await exact(id, signal, (log) => log.events({ signal }))
      return read === declined ? super.readSession(id) : read
    }

    override async listEvents(id: string, signal?: AbortSignal): Promise<unknown> {
      const read = await exact(id, signal, (log) => log.labels({ signal }))
      return read === declined ? super.listEvents(id) : read.records
    }

    override async readEvent(request: HostEventRequest, signal?: AbortSignal): Promise<unknown> {
      const { sessionId, seq, before, after } = request
      const most = this.config?.readWindowMax ?? defaultReadWindowMax
      const isSound =
        isSeq(seq) && [before, after].every((count) => count === undefined || (isSeq(count) && count <= most))
      const read = isSound
        ? await exact(sessionId, signal, (log) => log.event(seq, { before, after, signal }))
        : declined
      return read === declined ? super.readEvent(request, signal) : read
    }

    /** `readTitle` and `readTitleSnapshot` ask this one. */
    override async readTitleSnapshots(ids: readonly string[], signal?: AbortSignal): Promise<HostTitleResult[]> {
      const found = new Map<string, HostTitleResult>()
      const listed = ids.length === 0 ? undefined : await logs.list(signal)
      if (listed !== undefined) {
        const read = (id: string): Promise<TitleRead> => titleOf(id, signal, listed)
        for (const result of await readTitles(ids, titleConcurrency, signal, read)) {
          if (result.status === 'fulfilled') found.set(result.sessionId, result)
        }
      }
      const rest = [...new Set(ids)].filter((id) => !found.has(id))
      for (const result of await super.readTitleSnapshots(rest, signal)) found.set(result.sessionId, result)
      return [...new Set(ids)].map((id) => found.get(id) as HostTitleResult)
    }

    /**
     * Yields the events of a session in batches, in log order; a cold session's log is never held.
     *
     * @throws what `readSession` throws; the signal's own reason.
     */
    streamEvents(id: string, options: StreamSessionOptions = {}): AsyncIterable<readonly LogEvent[]> {
      return streamSession(logs, id, options, () => super.readSession(id))
    }

    /**
     * Runs a view over the log of a cold session, in one pass; again, at the price of what was appended since.
     *
     * @returns `undefined` when the session is in memory, or its log is such that the engine is to be asked.
     */
    async readView<O>(id: string, view: KeptView<O>, signal?: AbortSignal): Promise<ViewRead<O> | undefined> {
      const log = await logs.find(id, signal)
      if (log === undefined) return undefined
      try {
        const read = await views.run(log.place, view, signal)
        log.check(read.session)
        return logs.isCold(id) ? read : undefined
      } catch {
        return undefined
      } finally {
        signal?.throwIfAborted()
      }
    }
  }

  async function titleOf(id: string, signal: Signal, listed: Listing): Promise<TitleRead> {
    const read = await exact(id, signal, (log) => log.title({ signal }), listed)
    if (read === declined) throw new CorpusError('SESSION_QUERY_SESSION_NOT_FOUND', 'the engine is to be asked')
    return read
  }
}

const isNoEvent = (error: unknown): boolean =>
  error instanceof CorpusError && error.code === 'SESSION_QUERY_EVENT_NOT_FOUND'
