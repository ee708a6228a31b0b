/**
 * Where the frames of a compressed file lie, without decoding any.
 *
 * @module
 */
import type { Turns } from '../../turns.ts'
import { damageOf, framePieces, type BlocksFrom } from './frame-pieces.ts'

/** A frame, or a stretch between frames. */
export interface FrameSpan {
  readonly offset: number
  /** Offset of the first byte behind it. */
  readonly end: number
  /** Where it stops being a frame; equal to `offset` when it never was one. Absent in a sound frame. */
  readonly lostFrom?: number
  /** Why it is none, in words. */
  readonly damage?: string | undefined
  /** Whether it stands for nothing. */
  readonly isSkipped: boolean
  /** Whether the file ends inside it. */
  readonly isTorn: boolean
  /** Bytes of history it needs while it is decoded. */
  readonly windowBytes: number
}

/** Yields the spans of a stretch of a file that begins with a frame, in order, those of a block together. */
export async function* frameSpans(
  blocksFrom: BlocksFrom,
  from: number,
  until: number,
  clock: Turns,
): AsyncGenerator<readonly FrameSpan[], void> {
  let open: FrameSpan | undefined
  for await (const pieces of framePieces(blocksFrom, from, until)) {
    const spans: FrameSpan[] = []
    for (const piece of pieces) {
      const { kind, bytes, offset, frameOffset, windowBytes } = piece
      const begun: FrameSpan | undefined = open?.offset === frameOffset ? open : undefined
      // The last piece of a damaged frame may come when the walk has gone past its end.
      if (open !== undefined && begun === undefined) spans.push(open)
      open = {
        offset: frameOffset,
        end: Math.max(begun?.end ?? 0, offset + bytes.length),
        ...((kind === 'lost' || kind === 'corrupt') && {
          lostFrom: begun?.lostFrom ?? begun?.end ?? frameOffset,
          damage: damageOf(piece),
        }),
        isSkipped: kind === 'torn' ? (begun?.isSkipped ?? false) : kind === 'skipped',
        isTorn: kind === 'torn',
        windowBytes: Math.max(begun?.windowBytes ?? 0, windowBytes),
      }
    }
    if (spans.length > 0) yield spans
    if (clock.due()) await clock.next()
  }
  if (open !== undefined) yield [open]
}
