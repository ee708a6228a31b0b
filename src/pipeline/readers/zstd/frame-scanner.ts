/**
 * Finds where zstd frames begin and end, without decoding: by walking frame and block headers.
 *
 * The magic number may also occur inside a block, so it is searched for only when the walk has lost its way.
 * @see RFC 8878, sections 3.1.1 (frames) and 3.1.2 (skippable frames)
 * @module
 */

/** A stretch of the compressed file. */
export interface Piece {
  /** `frame`: bytes of a frame. `skipped`: bytes that stand for nothing. `lost`: bytes that belong to no frame. */
  readonly kind: 'frame' | 'skipped' | 'lost'
  readonly bytes: Buffer
  /** Offset in the file of the frame, or of the lost bytes. */
  readonly frameOffset: number
  /** Whether the frame ends with this piece. A decoder must never see bytes beyond it in one write. */
  readonly isLast: boolean
  /** Bytes of history the frame needs while it is decoded. */
  readonly windowBytes: number
}

const magic = 0xfd2fb528
const skippableMagic = 0x184d2a50
const magicBytes: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Whether these bytes begin like a zstd frame or a skippable one. */
export function startsFrame(bytes: Buffer): boolean {
  if (bytes.length < 4) return false
  const number = bytes.readUInt32LE()
  return number === magic || number >>> 4 === skippableMagic >>> 4
}

type State = 'header' | 'block-header' | 'body' | 'checksum' | 'lost'

/** Walks the frames of one file, fed block by block in order. */
export class FrameScanner {
  #state: State = 'header'
  /** Bytes of the header that is being collected; it may be split between blocks. */
  #head: number[] = []
  /** Bytes of the current body or checksum that are still to come. */
  #left = 0
  #isLastBlock = false
  #hasChecksum = false
  #kind: Piece['kind'] = 'frame'
  #frameOffset = 0
  #windowBytes = 0

  /** Whether the file may end here without a frame being cut off. */
  get isBetweenFrames(): boolean {
    return this.#state === 'lost' || (this.#state === 'header' && this.#head.length === 0)
  }

  /** Offset of the frame the scanner is in. */
  get frameOffset(): number {
    return this.#frameOffset
  }

  /** Yields the pieces of one block, in order; together they are the block. */
  *scan(bytes: Buffer, offset: number): Generator<Piece, void> {
    let start = 0
    let at = 0
    const piece = (isLast: boolean): Piece => {
      const kind = this.#kind
      const taken = bytes.subarray(start, at)
      start = at
      return { kind, bytes: taken, frameOffset: this.#frameOffset, isLast, windowBytes: this.#windowBytes }
    }
    while (at < bytes.length) {
      if (this.#state === 'lost') {
        const found = bytes.indexOf(magicBytes, at)
        at = found === -1 ? bytes.length : found
        if (at > start) yield piece(found !== -1)
        if (found !== -1) this.#begin()
      } else if (this.#state === 'header' || this.#state === 'block-header') {
        if (this.#state === 'header' && this.#head.length === 0) this.#frameOffset = offset + at
        this.#head.push(bytes[at++] as number)
        const wasHeader = this.#state === 'header'
        if (wasHeader ? this.#takeHeader() : this.#takeBlockHeader()) continue
        // No header after all: what was collected belongs to no frame.
        this.#kind = 'lost'
        this.#state = 'lost'
      } else {
        const step = Math.min(this.#left, bytes.length - at)
        at += step
        this.#left -= step
      }
      if (this.#left === 0 && this.#endsBody()) {
        yield piece(true)
        this.#begin()
      }
    }
    if (at > start) yield piece(false)
  }

  #begin(): void {
    this.#state = 'header'
    this.#head = []
    this.#kind = 'frame'
  }

  /** After a body or checksum is complete: what comes next. True when that is the end of the frame. */
  #endsBody(): boolean {
    if (this.#state === 'checksum') return true
    if (this.#state !== 'body') return false
    if (this.#kind === 'skipped') return true
    if (!this.#isLastBlock) {
      this.#state = 'block-header'
      return false
    }
    if (!this.#hasChecksum) return true
    this.#state = 'checksum'
    this.#left = 4
    return false
  }

  /** Looks at the header bytes so far. False: this is none. */
  #takeHeader(): boolean {
    const head = this.#head
    if (head.length < 4) return true
    const number = Buffer.from(head.slice(0, 4)).readUInt32LE()
    if (number >>> 4 === skippableMagic >>> 4) {
      if (head.length === 8) this.#enterBody('skipped', Buffer.from(head).readUInt32LE(4))
      return true
    }
    if (number !== magic) return false
    const descriptor = head[4]
    if (descriptor === undefined) return true
    const isSingleSegment = (descriptor & 0x20) !== 0
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number
    const sizeBytes = descriptor >>> 6 === 0 ? (isSingleSegment ? 1 : 0) : 1 << (descriptor >>> 6)
    const windowAt = 5 + (isSingleSegment ? 0 : 1)
    if (head.length < windowAt + dictionaryBytes + sizeBytes) return true
    this.#hasChecksum = (descriptor & 4) !== 0
    this.#windowBytes = isSingleSegment
      ? contentSize(head.slice(windowAt + dictionaryBytes))
      : windowSize(head[5] as number)
    this.#kind = 'frame'
    this.#enterBlockHeader()
    return (descriptor & 8) === 0
  }

  /** Looks at the block header bytes so far. False: this is none. */
  #takeBlockHeader(): boolean {
    const [low = 0, middle = 0, high] = this.#head
    if (high === undefined) return true
    const header = low | (middle << 8) | (high << 16)
    const type = (header >>> 1) & 3
    this.#isLastBlock = (header & 1) === 1
    // A run-length block has one byte for any size; type 3 is reserved.
    this.#enterBody('frame', type === 1 ? 1 : header >>> 3)
    return type !== 3
  }

  #enterBlockHeader(): void {
    this.#state = 'block-header'
    this.#head = []
  }

  #enterBody(kind: Piece['kind'], length: number): void {
    this.#state = 'body'
    this.#kind = kind
    this.#head = []
    this.#left = length
  }
}

/** RFC 8878, 3.1.1.1.2: window size from its descriptor. */
const windowSize = (descriptor: number): number => {
  const base = 2 ** (10 + (descriptor >>> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** RFC 8878, 3.1.1.1.4: content size, little-endian; two bytes count from 256. */
const contentSize = (bytes: readonly number[]): number => {
  const size = bytes.reduceRight((total, byte) => total * 256 + byte, 0)
  return bytes.length === 2 ? size + 256 : size
}
