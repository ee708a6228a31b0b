/**
 * Where some of a log's events are: a sparse index from seq to byte.
 *
 * @module
 */

/** A record from which a read can begin. */
export interface IndexMark {
  /** Seq of its first event. */
  readonly seq: number
  /** Offset of the record in the decoded log. */
  readonly offset: number
  /** Offset in the file at which reading has to begin: that of the record, or of the frame it is in. */
  readonly fileOffset: number
  /** Offset in the decoded log of what stands there. */
  readonly fileOffsetDecoded: number
}

/** Records and decoded bytes between two marks, at first. */
const everyRecords = 1024
const everyBytes = 256 * 1024

/** Most marks that are kept: when there are more, every other one goes. */
const maxMarks = 4096

/** About how many bytes a mark takes. */
const markBytes = 64

/** Marks in order of seq. At most 4,096. */
export class SeqIndex {
  #marks: IndexMark[] = []
  #stride = 1
  #records = 0

  get bytes(): number {
    return this.#marks.length * markBytes
  }

  /** Whether the record at this offset is to be marked; to be asked for every record, in order. */
  isDue(offset: number): boolean {
    this.#records += 1
    const last = this.#marks.at(-1)
    return (
      last === undefined ||
      this.#records >= everyRecords * this.#stride ||
      offset - last.offset >= everyBytes * this.#stride
    )
  }

  add(mark: IndexMark): void {
    this.#marks.push(mark)
    this.#records = 0
    if (this.#marks.length <= maxMarks) return
    this.#marks = this.#marks.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  /** The last mark at or before an event; `undefined` in a log without events. */
  before(seq: number): IndexMark | undefined {
    return this.#marks[this.#firstBehind(seq) - 1]
  }

  /** Offset in the file up to which everything up to an event is read; `undefined` when that is the end. */
  endOf(seq: number): number | undefined {
    const behind = this.#firstBehind(seq)
    const next = this.#marks[behind]
    // In a compressed log the event may still be in the frame of the record behind it.
    const isInFrame = next !== undefined && next.fileOffset !== next.offset
    if (!isInFrame) return next?.fileOffset
    return this.#marks.slice(behind).find(({ fileOffset }) => fileOffset > next.fileOffset)?.fileOffset
  }

  #firstBehind(seq: number): number {
    let low = 0
    let high = this.#marks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#marks[middle] as IndexMark).seq <= seq) low = middle + 1
      else high = middle
    }
    return low
  }
}
