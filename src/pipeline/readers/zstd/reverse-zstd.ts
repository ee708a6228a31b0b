/**
 * The decoded bytes of a compressed log, newest frame first.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import type { Turns } from '../../turns.ts'
import { byteBlocks, type ByteBlock } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import type { ReverseBlock } from '../reverse-bytes.ts'
import { readFully } from '../reverse-blocks.ts'
import { FrameEnds, type ReadRange } from './frame-end.ts'
import { frameMarks } from './frame-marks.ts'
import { frameSpans, type FrameSpan } from './frame-spans.ts'
import { heldBytes } from './frame-output.ts'

/** Where the first record begins: `skip` decoded bytes into the frame at `frameOffset`. */
export interface FrameStart {
  readonly frameOffset: number
  readonly skip: number
}

/** A stretch between two marks is held as a whole when it is at most this long. */
const maxHeldStretch = 1024 * 1024

/**
 * Yields what stands behind `start`, newest first.
 *
 * Frames can only be found forwards: all frame headers are walked first, undecoded. A frame that decodes to more
 * than 8 MiB is decoded to its end for its last 8 MiB, and once more for each 8 MiB before them.
 * @throws LogError `LOG_CHANGED` when the file became shorter, `LOG_NEEDS_FULL_READ` when a frame of more than
 *   4 MiB turns out to be corrupt: the forward reader has passed on the beginning of it by then.
 */
export async function* reverseZstd(
  source: ByteSource,
  start: FrameStart,
  clock: Turns,
): AsyncGenerator<ReverseBlock, void> {
  const marks = await frameMarks(source, start.frameOffset, clock)
  for (let index = marks.length - 1; index >= 0; index--) {
    const from = marks[index] as number
    yield* stretch(source, from, marks[index + 1] ?? source.size, start, clock)
  }
}

async function* stretch(
  source: ByteSource,
  from: number,
  until: number,
  start: FrameStart,
  clock: Turns,
): AsyncGenerator<ReverseBlock, void> {
  const isHeld = until - from <= maxHeldStretch
  const held = isHeld ? await readFully(source, Buffer.allocUnsafe(until - from), from) : undefined
  const read: ReadRange = async (offset, length) =>
    held?.subarray(offset - from, offset - from + length) ??
    (await readFully(source, Buffer.allocUnsafe(length), offset))
  const spans: FrameSpan[] = []
  const blocksFrom = (at: number): AsyncIterable<ByteBlock> | Iterable<ByteBlock> =>
    held === undefined ? byteBlocks(source, at, until) : [{ bytes: held.subarray(at - from), offset: at }]
  for await (const found of frameSpans(blocksFrom, from, until, clock)) spans.push(...found)
  const ends = new FrameEnds(read, clock)
  try {
    for (const span of spans.reverse()) {
      yield* decodedSpan(ends, span, span.offset === start.frameOffset ? start.skip : 0)
    }
  } finally {
    ends.close()
  }
}

/** The decoded bytes of one frame from `skip` on, newest first. */
async function* decodedSpan(ends: FrameEnds, span: FrameSpan, skip: number): AsyncGenerator<ReverseBlock, void> {
  const { offset: frameOffset, isSkipped, isTorn } = span
  const damaged = (damage: string): ReverseBlock => ({ bytes: Buffer.alloc(0), offset: 0, frameOffset, damage })
  const torn = 'a torn zstd frame: the file ends inside it'
  if (isSkipped) {
    if (isTorn) yield damaged(torn)
    return
  }
  for (let until = Number.POSITIVE_INFINITY; until > skip;) {
    const { pieces, start, decodedBytes, damage } = await ends.decode(span, until)
    if (damage !== undefined) {
      if (decodedBytes > heldBytes) throw needsFullRead(frameOffset)
      yield damaged(damage)
      return
    }
    // What was decoded of a torn frame is all there is of it.
    if (isTorn && until === Number.POSITIVE_INFINITY) yield damaged(torn)
    let end = start + pieces.reduce((total, piece) => total + piece.length, 0)
    for (const piece of pieces.toReversed()) {
      const offset = end - piece.length
      if (end > skip) yield { bytes: piece.subarray(Math.max(0, skip - offset)), offset, frameOffset }
      end = offset
    }
    until = start
  }
}

const needsFullRead = (frameOffset: number): LogError =>
  new LogError('LOG_NEEDS_FULL_READ', `the zstd frame at byte ${frameOffset} is corrupt, and too large to be held back`)
