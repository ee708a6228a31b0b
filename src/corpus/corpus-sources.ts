/**
 * Where a session of a corpus is read from: memory when it is there, else the store.
 *
 * @see DSH `packages/session-query/session-query/src/corpus.ts`: `SessionCorpus`
 * @module
 */
import type { SessionHeader } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'
import { liveCapture, type LiveCapture } from './live-capture.ts'
import { liveSession, type LiveSource } from './live-source.ts'
import type { LogStore, StoreListing } from './log-store.ts'
import { checkSameSession } from './same-header.ts'
import { storedLog, type StoredLog, type StoredLogOptions } from './stored-log.ts'

/** The two kinds of sources. */
export interface SourceOptions {
  /** Stored sessions. A function is asked on every call: a store may come and go. */
  readonly store?: LogStore | (() => LogStore | undefined) | undefined
  /** Sessions in memory. */
  readonly live?: LiveSource | undefined
  /** How a stored log is read. */
  readonly logs?: StoredLogOptions
}

/** How a read is made from either source. */
export interface TwoReads<T> {
  live(capture: LiveCapture): T | Promise<T>
  /** The header is that of the log that was read. */
  stored(log: StoredLog): Promise<{ readonly session: SessionHeader; readonly value: T }>
}

/** A session, taken hold of. */
export type OpenSource =
  | { readonly capture: LiveCapture; readonly log?: undefined }
  | { readonly capture?: undefined; readonly log: StoredLog; check(header: SessionHeader): void }

type Signal = AbortSignal | undefined

/** Both sources of one corpus. */
export class CorpusSources {
  readonly live: LiveSource | undefined
  readonly #store: SourceOptions['store']
  readonly #logs: StoredLogOptions | undefined

  constructor({ store, live, logs }: SourceOptions) {
    this.live = live
    this.#store = store
    this.#logs = logs
  }

  /** All stored sessions. @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED` when the store cannot be listed. */
  async listStored(signal: Signal): Promise<StoreListing> {
    const store = this.#mounted()
    if (store === undefined) return { sessions: [], unreadable: [] }
    return orFailed('the store cannot be listed', signal, () => store.list(withSignal(signal)))
  }

  /** Finds a session. @throws CorpusError `SESSION_QUERY_SESSION_NOT_FOUND`. */
  async open(id: string, signal: Signal): Promise<OpenSource> {
    signal?.throwIfAborted()
    const live = liveSession(this.live, id)
    if (live !== undefined) return { capture: liveCapture(live) }
    const store = this.#mounted()
    const found =
      store && (await orFailed('the store cannot be searched', signal, () => store.find(id, withSignal(signal))))
    signal?.throwIfAborted()
    const attached = liveSession(this.live, id)
    if (attached !== undefined) return { capture: liveCapture(attached) }
    if (found === undefined) {
      throw new CorpusError('SESSION_QUERY_SESSION_NOT_FOUND', `session "${id}" is neither in memory nor stored`)
    }
    return { log: storedLog(found.path, this.#logs), check: (header) => checkListed(header, found.header) }
  }

  /** Reads a session. One that comes into memory while its log is read is read there. */
  async read<T>(id: string, signal: Signal, reads: TwoReads<T>): Promise<T> {
    const source = await this.open(id, signal)
    if (source.capture !== undefined) return this.#live(reads, source.capture, signal)
    let failure: { readonly error: unknown } | undefined
    const read = await reads.stored(source.log).catch((error: unknown) => {
      failure = { error }
      return undefined
    })
    signal?.throwIfAborted()
    const attached = liveSession(this.live, id)
    if (attached !== undefined) return this.#live(reads, liveCapture(attached), signal)
    if (read === undefined) throw failure?.error
    source.check(read.session)
    return read.value
  }

  async #live<T>(reads: TwoReads<T>, capture: LiveCapture, signal: Signal): Promise<T> {
    const value = await reads.live(capture)
    signal?.throwIfAborted()
    return value
  }

  #mounted(): LogStore | undefined {
    return typeof this.#store === 'function' ? this.#store() : this.#store
  }
}

const withSignal = (signal: Signal): { readonly signal?: AbortSignal } => (signal === undefined ? {} : { signal })

function checkListed(read: SessionHeader, listed: SessionHeader): void {
  if (read.id !== listed.id) {
    throw new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', `the log of session "${listed.id}" is of another session`)
  }
  checkSameSession(read, listed)
}

async function orFailed<T>(what: string, signal: Signal, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    signal?.throwIfAborted()
    const why = error instanceof Error ? error.message : 'for a reason that is not known'
    throw new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', `${what}: ${why}`, { cause: error })
  }
}
