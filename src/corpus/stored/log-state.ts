/**
 * What is known of a log that has been read up to some record: enough to go on from there, and to find events again.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../../pipeline/event.ts'
import { OpenTurn } from './turn-closers.ts'
import { SeqIndex } from './seq-index.ts'
import { SurfaceFold } from './surface-fold.ts'
import { SurfaceTexts } from './surface-texts.ts'

/** Where a read of the file can go on. */
export interface ResumePlace {
  /** Offset in the file: behind a record, in a compressed log behind a frame. */
  readonly fileOffset: number
  /** The same place in the decoded log. */
  readonly offset: number
}

/** One log, as far as it has been read and found sound. */
export class LogState {
  readonly header: SessionHeader
  readonly isZstd: boolean
  /** Seq of the next event. */
  nextSeq = 0
  /** Time of the last one. */
  lastTime = 0
  resume: ResumePlace
  /** The newest title. */
  title: LogEvent | undefined
  /** What the harness adds in memory behind the last event. */
  closers: readonly LogEvent[] = []
  readonly turn: OpenTurn = new OpenTurn()
  readonly fold: SurfaceFold = new SurfaceFold()
  readonly index: SeqIndex = new SeqIndex()
  /** Absent until somebody asks for a surface. */
  readonly texts: SurfaceTexts | undefined
  /** Ids of pre-identity results that took the place of others, by seq. */
  readonly inherited: Map<number, string> = new Map()

  constructor(header: SessionHeader, isZstd: boolean, resume: ResumePlace, keepsTexts = false) {
    this.texts = keepsTexts ? new SurfaceTexts() : undefined
    this.header = header
    this.isZstd = isZstd
    this.resume = resume
  }

  /** Events in the log, with those that close an open turn. */
  get length(): number {
    return this.nextSeq + this.closers.length
  }

  /** About how many bytes this state takes. */
  get bytes(): number {
    const title = this.title === undefined ? 0 : JSON.stringify(this.title.data).length
    return 4096 + title + this.fold.bytes + this.index.bytes + (this.texts?.bytes ?? 0) + this.inherited.size * 200
  }
}
