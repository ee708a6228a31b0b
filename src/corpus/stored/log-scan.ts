/**
 * Takes a log line by line and does with it what the harness does when it opens a stored session.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/format.ts`: `SessionLogScanner`
 * @module
 */
import type { LogEvent, SessionHeader } from '../../pipeline/event.ts'
import type { RawRecord } from '../../pipeline/readers/dsh/envelope.ts'
import type { LineSink } from '../../pipeline/readers/lines.ts'
import type { DecodedBlock } from '../../pipeline/readers/log-bytes.ts'
import { CorpusError } from '../corpus-errors.ts'
import { deltaHeads } from './delta-heads.ts'
import { envelopeFault, isKnownType, messageFault, retiredFault } from './event-shapes.ts'
import { upgraded } from './legacy-shapes.ts'
import type { LogState } from './log-state.ts'
import { ScanVerdict, type Look } from './scan-verdict.ts'
import { storedValues } from './storage-record.ts'
import type { SurfaceStep } from './surface-fold.ts'

/** What is wanted of a scan. */
export interface ScanTaker {
  /** Told once, before the first event of a read from the beginning. */
  begin?(header: SessionHeader): void
  /** Whether deltas with these seqs are wanted. Those that are not wanted may come all the same. */
  wantsDeltas(seq: number, count: number): boolean
  /** Takes an event, in log order; `step` is what it did to the surface, `line` the line it is from. */
  take(event: LogEvent, step: SurfaceStep, line: string): void
}

/** A scan of one log, from where its state stands. */
export class LogScan implements LineSink {
  readonly verdict: ScanVerdict = new ScanVerdict()
  /** Why the log ends before its last line: what is behind this is a tail that was cut off. */
  tail: string | undefined
  /** Whether the last byte that came does not end a line. */
  isInLine = false
  /** Offset behind the last byte that came; when the log has ended, behind its last whole line. */
  endOffset: number
  readonly #state: LogState
  readonly #taker: ScanTaker
  readonly #head = deltaHeads()
  #block: DecodedBlock | undefined
  #frameDecoded = 0
  // The record that was passed over last: trusted when the next one continues it.
  #held: { bytes: Buffer; start: number; end: number; readonly offset: number; readonly seq: number } | undefined

  constructor(state: LogState, taker: ScanTaker) {
    this.#state = state
    this.#taker = taker
    this.endOffset = state.resume.offset
  }

  /** Says which block the next lines end in. */
  enter(block: DecodedBlock): void {
    if (block.frameOffset !== this.#block?.frameOffset) this.#frameDecoded = block.offset
    this.#block = block
    const { bytes, offset } = block
    this.endOffset = offset + bytes.length
    if (bytes.length > 0) this.isInLine = bytes.at(-1) !== 0x0a
  }

  /** Says that the block's bytes are about to go. */
  leave(): void {
    const held = this.#held
    if (held === undefined) return
    held.bytes = Buffer.from(held.bytes.subarray(held.start, held.end))
    held.end -= held.start
    held.start = 0
  }

  line(bytes: Buffer, start: number, end: number, offset: number): void {
    const state = this.#state
    if (this.tail === undefined) {
      const count = this.#head.read(bytes, start, end)
      const { seq } = this.#head
      if (count > 0 && seq === state.nextSeq && !this.#taker.wantsDeltas(seq, count)) {
        this.#held = { bytes, start, end, offset, seq }
        state.nextSeq += count
        return this.#mark(seq, offset)
      }
    }
    this.#record(bytes.toString('utf8', start, end), offset)
  }

  tooLong(offset: number, length: number): void {
    throw failed(`the record at byte ${offset} has ${length} bytes, more than are read`)
  }

  unfinished(_bytes: Buffer | undefined, offset: number): void {
    this.endOffset = offset
  }

  /** Says that there are no more lines, for now. */
  settle(): void {
    if (this.#held !== undefined) this.#parseHeld()
  }

  #parseHeld(): void {
    const held = this.#held
    if (held === undefined) return
    this.#held = undefined
    this.#state.nextSeq = held.seq
    this.#record(held.bytes.toString('utf8', held.start, held.end), held.offset)
  }

  #record(text: string, offset: number): void {
    let values: readonly unknown[]
    try {
      values = storedValues(text)
    } catch {
      this.#parseHeld()
      this.tail ??= `the record at byte ${offset} cannot be read`
      return
    }
    // The harness itself stumbles over this one.
    if (values.includes(null)) throw failed(`the record at byte ${offset} is null`)
    const records = values as readonly RawRecord[]
    const first = records[0] as RawRecord
    if (this.#held !== undefined && first['seq'] !== this.#state.nextSeq) this.#parseHeld()
    this.#held = undefined
    if (this.tail === undefined) {
      if (first['seq'] === this.#state.nextSeq) {
        this.#mark(this.#state.nextSeq, offset)
        for (const record of records) this.#admit(record, offset, text)
        return
      }
      this.tail = `the record at byte ${offset} does not continue the one before`
    }
    // A turn that ended was committed: what is missing before it is no tail.
    if (records.some((record) => record['type'] === 'turn/end')) throw failed(this.tail)
  }

  #admit(record: RawRecord, offset: number, text: string): void {
    const state = this.#state
    const seq = state.nextSeq
    state.nextSeq += 1
    state.lastTime = record['time'] as number
    if (!this.verdict.isOpen('shape')) return
    const event = this.#looked('shape', seq, () => this.#shaped(record))
    if (event === undefined) return
    if (!isKnownType(event['type']) && event['ignorable'] !== true) this.verdict.fault('type', unknownType(seq))
    if (!this.verdict.isOpen('replay')) return
    const step = this.#looked('replay', seq, () => this.#replayed(event, offset))
    if (step === undefined) return
    const sound = event as unknown as LogEvent
    if (step !== 'none') {
      if (step !== 'append') state.texts?.remove(step.shadowed)
      state.texts?.add(seq, text)
    }
    if (sound.type === 'session/title') state.title = sound
    this.#taker.take(sound, step, text)
  }

  /** What a look at an event gives; a fault in words, or thrown, goes to the verdict. */
  #looked<T>(look: Look, seq: number, at: () => T | Fault): T | undefined {
    let why: string
    try {
      const seen = at()
      if (!(seen instanceof Fault)) return seen
      why = seen.why
    } catch (error) {
      // Whoever reads a field of what is no object is told so in words of the engine.
      why = error instanceof TypeError ? 'its data is not what an event of its type has' : (error as Error).message
    }
    this.verdict.fault(look, `event ${seq}: ${why}`)
    return undefined
  }

  #shaped(record: RawRecord): RawRecord | Fault {
    const retired = retiredFault(record)
    if (retired !== undefined) return new Fault(retired)
    const event = upgraded(record, this.#state.header.id, this.#state.inherited)
    const fault = messageFault(event)
    return fault === undefined ? event : new Fault(fault)
  }

  #replayed(event: RawRecord, offset: number): SurfaceStep | Fault {
    this.#state.turn.take(event)
    const fault = envelopeFault(event)
    return fault === undefined ? this.#state.fold.take(event, offset) : new Fault(fault)
  }

  #mark(seq: number, offset: number): void {
    const { index } = this.#state
    const block = this.#block
    // A line that began in an earlier block may have begun in an earlier frame.
    if (block === undefined || offset < block.offset || !index.isDue(offset)) return
    const { frameOffset } = block
    index.add(
      frameOffset === undefined
        ? { seq, offset, fileOffset: offset, fileOffsetDecoded: offset }
        : { seq, offset, fileOffset: frameOffset, fileOffsetDecoded: this.#frameDecoded },
    )
  }
}

/** What is wrong with an event, in words. */
class Fault {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

const unknownType = (seq: number): string => `event ${seq}: of a type that is not known and not marked as ignorable`

const failed = (why: string): CorpusError => new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', why)
