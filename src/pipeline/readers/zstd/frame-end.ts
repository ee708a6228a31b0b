/**
 * Decodes a frame and keeps only the end of it.
 *
 * @module
 */
import type { Turns } from '../../turns.ts'
import { frameDecoder, maxWindowBytes, type FrameDecoder } from './frame-decoder.ts'
import type { FrameSpan } from './frame-spans.ts'
import { decodeWhole } from './whole-frame.ts'

/** Most decoded bytes that are kept. */
const keptBytes = 8 * 1024 * 1024

/** Compressed bytes per step. */
const stepBytes = 16 * 1024

/** Bytes of the compressed file. */
export type ReadRange = (offset: number, length: number) => Promise<Buffer>

/** The end of what a frame decodes to, up to where it was asked for. */
export interface FrameEnd {
  /** In order. */
  readonly pieces: readonly Buffer[]
  /** Offset in the decoded frame of the first piece; 0 when nothing stands before it. */
  readonly start: number
  /** Decoded bytes there were. */
  readonly decodedBytes: number
  /** Why the frame cannot be trusted. */
  readonly damage?: string
}

/** Decodes the frames of one file, one at a time; the decoder is kept from frame to frame. */
export class FrameEnds {
  #decoder: FrameDecoder | undefined
  readonly #read: ReadRange
  readonly #clock: Turns

  constructor(read: ReadRange, clock: Turns) {
    this.#read = read
    this.#clock = clock
  }

  /** Decodes `span` from its beginning up to the decoded byte `until`, and returns the last 8 MiB of that. */
  async decode(span: FrameSpan, until: number): Promise<FrameEnd> {
    const end = span.lostFrom ?? span.end
    const pieces: Buffer[] = []
    let kept = 0
    let decodedBytes = 0
    const ended = (damage?: string): FrameEnd => {
      const isComplete = damage === undefined && !span.isTorn && decodedBytes < until
      if (!isComplete) this.close()
      return { pieces, start: decodedBytes - kept, decodedBytes, ...(damage !== undefined && { damage }) }
    }
    const isLost = span.lostFrom === span.offset
    if (!isLost && span.windowBytes > maxWindowBytes)
      return ended('a zstd frame that needs more than 128 MiB of memory')
    for (let at = span.offset; at < end && decodedBytes < until; at += stepBytes) {
      const bytes = await this.#read(at, Math.min(stepBytes, end - at))
      try {
        const whole = isWhole(span, bytes) ? decodeWhole(bytes) : undefined
        if (whole !== undefined && until > whole.length)
          return { pieces: [whole], start: 0, decodedBytes: whole.length }
        for await (const piece of (this.#decoder ??= frameDecoder()).decode(bytes)) {
          const wanted = piece.subarray(0, Math.max(0, until - decodedBytes))
          pieces.push(wanted)
          kept += wanted.length
          decodedBytes += wanted.length
          while (kept - (pieces[0]?.length ?? 0) >= keptBytes) kept -= pieces.shift()?.length ?? 0
        }
      } catch {
        // What is wrong with the frame the decoder says in words of its own library; that it is wrong is enough.
        return ended('a corrupt zstd frame')
      }
      if (this.#clock.due()) await this.#clock.next()
    }
    return ended(span.damage)
  }

  close(): void {
    this.#decoder?.close()
    this.#decoder = undefined
  }
}

/** Whether these bytes are all of a sound frame. */
const isWhole = ({ offset, end, damage, isTorn }: FrameSpan, bytes: Buffer): boolean =>
  damage === undefined && !isTorn && bytes.length === end - offset
