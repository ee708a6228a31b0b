/**
 * Finds where zstd frames begin and end, without decoding: by walking frame and block headers.
 *
 * The magic number may also occur inside a block, so it is searched for only when the walk has lost its way: that is
 * done by `frame-pieces.ts`.
 * @see RFC 8878, sections 3.1.1 (frames) and 3.1.2 (skippable frames)
 * @module
 */

/** A stretch of the compressed file. */
export interface Piece {
  /**
   * `frame`: bytes of a frame. `skipped`: bytes that stand for nothing. Without bytes: `lost`: what stands at
   * `frameOffset` is no frame. `corrupt`: it stops being one. `torn`: the file ends inside it.
   */
  readonly kind: 'frame' | 'skipped' | 'lost' | 'corrupt' | 'torn'
  readonly bytes: Buffer
  /** Offset of `bytes` in the file. */
  readonly offset: number
  /** Offset in the file of the frame. */
  readonly frameOffset: number
  /** Whether the frame ends with this piece. A decoder must never see bytes beyond it in one write. */
  readonly isLast: boolean
  /** Bytes of history the frame needs while it is decoded. */
  readonly windowBytes: number
}

/** First four bytes of a frame as a number. */
export const magic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/** The first bytes of every frame that is not skippable. */
export const magicBytes: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Most bytes in a block, and most it may decode to (RFC 8878, section 3.1.1.2.4). */
export const maxBlockBytes: number = 128 * 1024

/** Most bytes of a frame that wait for the next block: the frames a log is written in come whole, whatever is read. */
const maxEarlyBytes = 64 * 1024

/** How many bytes it takes to see how a file is encoded. */
export const magicLength: number = magicBytes.length

/** Whether these bytes begin like a zstd frame or a skippable one. */
export function startsFrame(bytes: Buffer): boolean {
  if (bytes.length < magicLength) return false
  const number = bytes.readUInt32LE()
  return number === magic || number >>> 4 === skippableMagic >>> 4
}

type State = 'header' | 'block-header' | 'body' | 'checksum' | 'lost'

/** Walks the frames of one file, fed block by block in order from the beginning of a frame on. */
export class FrameScanner {
  #state: State = 'header'
  /** Bytes of the header that is being collected; it may be split between blocks. */
  #head: number[] = []
  /** What came in earlier blocks and waits: a piece begins with a whole header, and a small frame is one piece. */
  #early: Buffer = Buffer.alloc(0)
  /** Bytes of the current body or checksum that are still to come. */
  #left = 0
  #isLastBlock = false
  #hasChecksum = false
  #kind: 'frame' | 'skipped' = 'frame'
  #frameOffset = 0
  #previousOffset: number | undefined
  #windowBytes = 0
  #isInFrame = false
  #end = 0

  /** Whether the file may end here without a frame being cut off. */
  get isBetweenFrames(): boolean {
    return this.#state === 'header' && this.#head.length === 0
  }

  /** Whether what was read last is no header where one must be. Nothing is scanned any more. */
  get isLost(): boolean {
    return this.#state === 'lost'
  }

  /** Whether the header of the frame was one. */
  get isInFrame(): boolean {
    return this.#isInFrame
  }

  /** Offset of the frame the scanner is in. */
  get frameOffset(): number {
    return this.#frameOffset
  }

  /** Offset of the frame before it; `undefined` in the first. */
  get previousOffset(): number | undefined {
    return this.#previousOffset
  }

  /** Offset of the first byte that was not looked at. */
  get end(): number {
    return this.#end
  }

  /** Yields the pieces that end in this block, in order. A header or a small frame that it cuts off waits. */
  *scan(bytes: Buffer, offset: number): Generator<Piece, void> {
    let start = 0
    let at = 0
    while (at < bytes.length && this.#state !== 'lost') {
      if (this.#state === 'header' || this.#state === 'block-header') {
        const isFrameHeader = this.#state === 'header'
        if (isFrameHeader && this.#head.length === 0) this.#frameOffset = offset + at
        this.#head.push(bytes[at++] as number)
        if (!(isFrameHeader ? this.#takeHeader() : this.#takeBlockHeader())) this.#state = 'lost'
      } else {
        const step = Math.min(this.#left, bytes.length - at)
        at += step
        this.#left -= step
      }
      if (this.#left === 0 && this.#endsBody()) {
        yield this.#piece(bytes.subarray(start, at), offset + start, true)
        start = at
        this.#begin()
      }
    }
    this.#end = offset + at
    if (this.#state === 'lost') return
    const left = bytes.subarray(start)
    const waits = this.#state === 'header' || this.#early.length + left.length <= maxEarlyBytes
    if (waits) this.#early = Buffer.concat([this.#early, left])
    else yield this.#piece(left, offset + start, false)
  }

  /** What still waits when no more bytes come; nothing of a frame whose header is not whole. */
  rest(): Piece | undefined {
    const isInBody = this.#state !== 'header' && this.#state !== 'lost'
    return isInBody && this.#early.length > 0 ? this.#piece(Buffer.alloc(0), this.#end, false) : undefined
  }

  /** What waits and these bytes behind it. */
  #piece(bytes: Buffer, offset: number, isLast: boolean): Piece {
    const early = this.#early
    this.#early = Buffer.alloc(0)
    return {
      kind: this.#kind,
      bytes: early.length === 0 ? bytes : Buffer.concat([early, bytes]),
      offset: offset - early.length,
      frameOffset: this.#frameOffset,
      isLast,
      windowBytes: this.#windowBytes,
    }
  }

  #begin(): void {
    this.#previousOffset = this.#frameOffset
    this.#state = 'header'
    this.#head = []
    this.#kind = 'frame'
    this.#windowBytes = 0
    this.#isInFrame = false
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
    const number = littleEndian(head.slice(0, 4))
    if (number >>> 4 === skippableMagic >>> 4) {
      if (head.length === 8) this.#enterBody('skipped', littleEndian(head.slice(4)))
      return true
    }
    if (number !== magic) return false
    const descriptor = head[4]
    if (descriptor === undefined) return true
    // A bit that is reserved.
    if ((descriptor & 8) !== 0) return false
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
    return true
  }

  /** Looks at the block header bytes so far. False: this is none. */
  #takeBlockHeader(): boolean {
    const [low = 0, middle = 0, high] = this.#head
    if (high === undefined) return true
    const header = low | (middle << 8) | (high << 16)
    const type = (header >>> 1) & 3
    this.#isLastBlock = (header & 1) === 1
    const size = header >>> 3
    // A run-length block has one byte for any size; type 3 is reserved.
    this.#enterBody('frame', type === 1 ? 1 : size)
    return type !== 3 && size <= maxBlockBytes
  }

  #enterBlockHeader(): void {
    this.#isInFrame = true
    this.#state = 'block-header'
    this.#head = []
  }

  #enterBody(kind: 'frame' | 'skipped', length: number): void {
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

/** RFC 8878, 3.1.1.1.4: content size; two bytes count from 256. */
const contentSize = (bytes: readonly number[]): number => littleEndian(bytes) + (bytes.length === 2 ? 256 : 0)

const littleEndian = (bytes: readonly number[]): number => bytes.reduceRight((total, byte) => total * 256 + byte, 0)
