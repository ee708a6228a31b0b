/**
 * Reads the events of a stretch of a log that is known to be sound, and nothing before the nearest mark.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { packedType } from '../../pipeline/readers/dsh/packed-rows.ts'
import { lineCutter } from '../../pipeline/readers/lines.ts'
import { turns } from '../../pipeline/turns.ts'
import { deltaHeads } from './delta-heads.ts'
import { envelopeFault } from './event-shapes.ts'
import { upgraded } from './legacy-shapes.ts'
import { blocksFrom, maxRecordBytes } from './log-run.ts'
import type { LogState } from './log-state.ts'
import { storedValues } from './storage-record.ts'

/** The log is not as sound as it was taken for: the whole of it has to be looked at. */
export class WindowFault extends Error {}

/** What is read of a log. */
export interface WindowOptions {
  readonly source: ByteSource
  readonly state: LogState
  /** First and last seq that is wanted. */
  readonly from: number
  readonly to: number
  /** Whether deltas are wanted. */
  readonly deltas: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Yields the events from seq `from` to seq `to`, a batch per block, those that close an open turn among them.
 *
 * @throws WindowFault
 */
export async function* windowEvents(options: WindowOptions): AsyncGenerator<LogEvent[], void> {
  const { source, state, from, to, signal } = options
  // Taken now: while this waits, another read may go on from the same state.
  const closers = structuredClone(state.closers.filter(({ seq }) => seq >= from && seq <= to))
  const mark = state.index.before(from)
  const last = Math.min(to, state.nextSeq - 1)
  if (mark !== undefined && from <= last) {
    const lines = new WindowLines(options, mark.offset, mark.seq, last)
    const cutter = lineCutter(lines, maxRecordBytes)
    const clock = turns(signal)
    const place = { fileOffset: mark.fileOffset, offset: mark.fileOffsetDecoded }
    const end = state.index.endOf(last) ?? state.resume.fileOffset
    for await (const block of blocksFrom(source, place, end, state.isZstd)) {
      cutter.feed(block.bytes, block.offset)
      const events = lines.events.splice(0)
      if (events.length > 0) yield events
      if (lines.nextSeq > last) break
      if (clock.due()) await clock.next()
      signal?.throwIfAborted()
    }
    if (lines.nextSeq <= last) throw new WindowFault()
  }
  if (closers.length > 0) yield closers
}

/** The lines from a mark on. */
class WindowLines {
  events: LogEvent[] = []
  nextSeq: number
  readonly #options: WindowOptions
  readonly #offset: number
  readonly #last: number
  readonly #head = deltaHeads()

  constructor(options: WindowOptions, offset: number, seq: number, last: number) {
    this.#options = options
    this.#offset = offset
    this.#last = last
    this.nextSeq = seq
  }

  line(bytes: Buffer, start: number, end: number, offset: number): void {
    if (offset < this.#offset || this.nextSeq > this.#last) return
    const { from, deltas, state } = this.#options
    const count = this.#head.read(bytes, start, end)
    if (count > 0 && (!deltas || this.nextSeq + count <= from)) {
      if (this.#head.seq !== this.nextSeq) throw new WindowFault()
      this.nextSeq += count
      return
    }
    const records = valuesOf(bytes.toString('utf8', start, end))
    // A delta may have been passed over when the log was found sound.
    if (count > 0 && !(records.length === count && records.every(isDelta))) throw new WindowFault()
    for (const record of records) {
      if (record['seq'] !== this.nextSeq) throw new WindowFault()
      this.nextSeq += 1
      const isWanted = record['seq'] >= from && record['seq'] <= this.#last
      if (isWanted) this.events.push(upgraded(record, state.header.id, state.inherited) as unknown as LogEvent)
    }
  }

  tooLong(): void {
    throw new WindowFault()
  }

  unfinished(): void {
    return undefined
  }
}

function valuesOf(text: string): readonly RawRecord[] {
  try {
    return storedValues(text) as readonly RawRecord[]
  } catch {
    throw new WindowFault()
  }
}

const isDelta = (record: RawRecord): boolean =>
  record['type'] === packedType &&
  record['surfaceOp'] === undefined &&
  record['sourceEventSeqs'] === undefined &&
  envelopeFault(record) === undefined
