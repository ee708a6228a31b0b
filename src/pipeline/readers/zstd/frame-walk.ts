/**
 * Steps from frame to frame of a sound file, as fast as headers can be looked at.
 *
 * `FrameScanner` takes bytes as they come and says what is wrong with them; this one skips to the next header wherever
 * it is, and gives up at the first thing that is not as it should be.
 * @see RFC 8878, sections 3.1.1 (frames) and 3.1.2 (skippable frames)
 * @module
 */
import { magic, maxBlockBytes, startsFrame } from './frame-scanner.ts'

/** How a step ended: a frame is complete, the next header is not in the bytes, or what should be one is none. */
export type Step = 'frame' | 'more' | 'lost'

/** One walk along a file. */
export class FrameWalk {
  /** Offset of the frame that is being walked, or was walked last. */
  frameOffset: number
  /** Offset of the next header. */
  at: number
  #isInFrame = false
  #checksumBytes = 0

  constructor(from: number) {
    this.frameOffset = from
    this.at = from
  }

  /** Goes on to the end of the frame, as far as the headers lie in `bytes`, which stand at `offset` of the file. */
  step(bytes: Buffer, offset: number): Step {
    if (!this.#isInFrame) {
      const step = this.#begin(bytes, this.at - offset)
      if (step !== undefined) return step
    }
    for (;;) {
      const start = this.at - offset
      if (start + 3 > bytes.length) return 'more'
      const header = bytes.readUIntLE(start, 3)
      const type = (header >>> 1) & 3
      const size = header >>> 3
      if (type === 3 || size > maxBlockBytes) return 'lost'
      // A run-length block has one byte for any size.
      this.at += 3 + (type === 1 ? 1 : size)
      if ((header & 1) === 0) continue
      this.at += this.#checksumBytes
      this.#isInFrame = false
      return 'frame'
    }
  }

  /** Takes a frame's header; says how the step ends when it ends with that. */
  #begin(bytes: Buffer, start: number): Step | undefined {
    if (start + 5 > bytes.length) return 'more'
    const number = bytes.readUInt32LE(start)
    if (number !== magic) {
      if (!startsFrame(bytes.subarray(start, start + 4))) return 'lost'
      if (start + 8 > bytes.length) return 'more'
      this.frameOffset = this.at
      this.at += 8 + bytes.readUInt32LE(start + 4)
      return 'frame'
    }
    const descriptor = bytes[start + 4] as number
    if ((descriptor & 8) !== 0) return 'lost'
    const isSingleSegment = (descriptor & 0x20) !== 0
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number
    const sizeBytes = descriptor >>> 6 === 0 ? (isSingleSegment ? 1 : 0) : 1 << (descriptor >>> 6)
    this.frameOffset = this.at
    this.at += 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes
    this.#checksumBytes = (descriptor & 4) === 0 ? 0 : 4
    this.#isInFrame = true
    return undefined
  }
}
