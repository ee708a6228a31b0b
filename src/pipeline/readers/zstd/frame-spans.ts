/**
 * Where the frames of a compressed file lie, without decoding any.
 *
 * @module
 */
import type { Turns } from '../../turns.ts'
import type { ByteBlock } from '../byte-blocks.ts'
import { FrameScanner } from './frame-scanner.ts'

/** A frame, or a stretch between frames. */
export interface FrameSpan {
  readonly offset: number
  /** Offset of the first byte behind it. */
  readonly end: number
  /** Where it stops being a frame; equal to `offset` when it never was one. Absent in a sound frame. */
  readonly lostFrom?: number
  /** Whether it stands for nothing. */
  readonly isSkipped: boolean
  /** Whether the file ends inside it. */
  readonly isTorn: boolean
  /** Bytes of history it needs while it is decoded. */
  readonly windowBytes: number
}

/** Yields the spans of a stretch of a file that begins with a frame, in order, those of a block together. */
export async function* frameSpans(
  blocks: AsyncIterable<ByteBlock> | Iterable<ByteBlock>,
  clock: Turns,
): AsyncGenerator<readonly FrameSpan[], void> {
  const scanner = new FrameScanner()
  let open: FrameSpan | undefined
  for await (const block of blocks) {
    const spans: FrameSpan[] = []
    let at = block.offset
    for (const { kind, bytes, frameOffset, isLast, windowBytes } of scanner.scan(block.bytes, block.offset)) {
      if (open !== undefined && open.offset !== frameOffset) spans.push(open)
      const lostFrom: number | undefined = open?.offset === frameOffset ? open.lostFrom : undefined
      const lost = lostFrom ?? (kind === 'lost' ? at : undefined)
      at += bytes.length
      open = {
        offset: frameOffset,
        end: at,
        ...(lost !== undefined && { lostFrom: lost }),
        isSkipped: kind === 'skipped',
        isTorn: false,
        windowBytes,
      }
      if (!isLast) continue
      spans.push(open)
      open = undefined
    }
    if (spans.length > 0) yield spans
    if (clock.due()) await clock.next()
  }
  if (open !== undefined) yield [{ ...open, isTorn: !scanner.isBetweenFrames }]
}
