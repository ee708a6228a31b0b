/**
 * Finds the log files of sessions that are in no memory, and tells whether what a file holds may be handed out.
 *
 * @module
 */
import { isRecord, isSeq, LogError, type SessionHeader } from '../../pipeline/index.ts'
import { openFile, type ByteSource } from '../../pipeline/readers/index.ts'
import { checkSameSession } from '../../corpus/same-header.ts'
import { LogCache } from '../../corpus/stored/log-cache.ts'
import { OpenedLog, type LogPlace } from '../../corpus/stored/opened-log.ts'
import { storedLog, type StoredLog } from '../../corpus/stored-log.ts'
import type { HostSessionHeader } from '../host-types.ts'
import type { HostPersistence, HostQueryContext } from './query-host.ts'

/** A session's log file, not opened yet. */
export interface ColdLog {
  readonly place: LogPlace
  readonly stored: StoredLog
  /** @throws CorpusError when the header in the file is not the one the session was listed with. */
  check(read: SessionHeader): void
}

/** What the store holds, as of one listing. */
export type Listing = ReadonlyMap<string, HostSessionHeader>

type Signal = AbortSignal | undefined

/** The cold sessions of one harness. Nothing here throws but the signal's own reason: what is odd is not found. */
export class ColdLogs {
  readonly #ctx: HostQueryContext
  readonly #cache = new LogCache()
  /** How many events a session had when it left memory: its last ones may be on their way to the file. */
  readonly #lengths = new Map<string, number>()

  constructor(ctx: HostQueryContext) {
    this.#ctx = ctx
    ctx.on('session/disposed', ({ id, seq }) => void this.#lengths.set(id, seq))
  }

  /** Whether what was read of the session's file is all there is: it is not in memory, and has not been meanwhile. */
  isCold(id: string): boolean {
    return !this.#isLive(id) && !this.#lengths.has(id)
  }

  /** Lists the store, as the harness does before each read; `undefined` when it cannot be listed, or is of a new kind. */
  async list(signal: Signal): Promise<Listing | undefined> {
    const persistence = this.#persistence()
    if (persistence === undefined) return undefined
    try {
      const headers = await persistence.list(signal)
      return new Map(headers.map((header) => [header.id, header]))
    } catch {
      return undefined
    } finally {
      signal?.throwIfAborted()
    }
  }

  /** The log of a session; `undefined` when it has none that may be read by file. */
  async find(id: string, signal: Signal, listed?: Listing): Promise<ColdLog | undefined> {
    signal?.throwIfAborted()
    if (this.#isLive(id)) return undefined
    const header = (listed ?? (await this.list(signal)))?.get(id)
    const path = header && this.#pathOf(header)
    if (header === undefined || path === undefined) return undefined
    const place: LogPlace = { path, open: openEncoded, cache: this.#cache }
    if (!(await this.#isWhole(id, place, signal))) return undefined
    const check = (read: SessionHeader): void => {
      if (read.id !== id) throw new LogError('LOG_CHANGED', `${path}: the log of another session`)
      checkSameSession(read, header as SessionHeader)
    }
    return { place, stored: storedLog(path, place), check }
  }

  #isLive(id: string): boolean {
    return this.#ctx.sessions.get(id as never) !== undefined
  }

  #persistence(): HostPersistence | undefined {
    const service = this.#ctx.get('sessionPersistence')
    return typeof service?.list === 'function' && typeof service.locate === 'function' ? service : undefined
  }

  #pathOf(header: HostSessionHeader): string | undefined {
    try {
      const at: unknown = this.#persistence()?.locate(header as never)
      if (!isRecord(at) || at['kind'] !== 'jsonl' || typeof at['path'] !== 'string') return undefined
      return /\.jsonl(?:\.zstd)?$/.test(at['path']) ? at['path'] : undefined
    } catch {
      return undefined
    }
  }

  /** Whether all that a session held when it left memory is in its file: the harness writes the rest in its own time. */
  async #isWhole(id: string, place: LogPlace, signal: Signal): Promise<boolean> {
    const length = this.#lengths.get(id)
    if (length === undefined) return true
    try {
      // Without the events that close an open turn: they are in no file.
      const { nextSeq } = await OpenedLog.use(place, signal, (log) => log.learn())
      if (!isSeq(length) || nextSeq < length) return false
      // It may have come and gone once more meanwhile.
      if (this.#lengths.get(id) === length) this.#lengths.delete(id)
      return true
    } catch {
      signal?.throwIfAborted()
      return false
    }
  }
}

/** The harness tells the encoding by the file's name, and refuses what is written otherwise. */
async function openEncoded(path: string): Promise<ByteSource> {
  const source = await openFile(path)
  const first = Buffer.alloc(4)
  const isZstd = (await source.read(first, 0)) === 4 && first.readUInt32LE(0) === zstdMagic
  if (isZstd === path.endsWith('.zstd')) return source
  await source.close()
  throw new LogError('LOG_ENCODING_UNSUPPORTED', `${path}: not written as its name says`)
}

const zstdMagic = 0xfd2fb528
