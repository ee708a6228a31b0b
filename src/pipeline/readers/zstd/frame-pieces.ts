/**
 * The frames of a file, piece by piece, also of a file in which some are damaged.
 *
 * A damaged header leads the walk astray, and it may run over sound frames before it notices. It then goes back and
 * searches for the next frame by its magic number. That number may stand inside a block, by one chance in four
 * billion per byte; never in text, because it is not UTF-8.
 * @module
 */
import type { ByteBlock } from '../byte-blocks.ts'
import { maxWindowBytes } from './frame-decoder.ts'
import { FrameScanner, magicBytes, type Piece } from './frame-scanner.ts'

/** The bytes of a file from an offset on. */
export type BlocksFrom = (offset: number) => AsyncIterable<ByteBlock> | Iterable<ByteBlock>

/** How far the walk goes back at most when it has lost its way: two of the largest blocks. */
const maxBackBytes = 256 * 1024

/** How far in all, whatever the file holds; each of its bytes may be gone over once more. */
const maxBackInAll = (fileBytes: number): number => 16 * 1024 * 1024 + fileBytes

/**
 * Yields the pieces of all frames from the one at `from` on, those that end in one block together.
 *
 * @param until - where the bytes end.
 */
export async function* framePieces(
  blocksFrom: BlocksFrom,
  from: number,
  until: number,
): AsyncGenerator<readonly Piece[], void> {
  let backLeft = maxBackInAll(until)
  for (let next: number | undefined = from; next !== undefined;) {
    const scanner = new FrameScanner()
    for await (const { bytes, offset } of blocksFrom(next)) {
      const pieces = [...scanner.scan(bytes, offset)]
      if (pieces.length > 0) yield pieces
      if (scanner.isLost) break
    }
    const rest = scanner.rest()
    if (rest !== undefined) yield [rest]
    if (scanner.isBetweenFrames) return
    const { isLost, end, frameOffset, previousOffset = frameOffset } = scanner
    const searchFrom = Math.max((isLost ? previousOffset : frameOffset) + 1, end - maxBackBytes)
    backLeft -= end - searchFrom
    next = await findFrame(blocksFrom, backLeft < 0 ? end : searchFrom)
    // A frame that begins inside the one before: that one was damaged, and what followed it never was a header.
    const isPrevious = next !== undefined && next < frameOffset
    const kind = !isLost && next === undefined ? 'torn' : isPrevious || scanner.isInFrame ? 'corrupt' : 'lost'
    yield [ending(kind, isPrevious ? previousOffset : frameOffset, end)]
  }
}

/** Offset of the first frame that begins at `from` or later. */
async function findFrame(blocksFrom: BlocksFrom, from: number): Promise<number | undefined> {
  // The last bytes of the block before: the number may be split.
  let tail: Buffer = Buffer.alloc(0)
  for await (const { bytes, offset } of blocksFrom(from)) {
    const joined = tail.length === 0 ? bytes : Buffer.concat([tail, bytes])
    const found = joined.indexOf(magicBytes)
    if (found !== -1) return offset - tail.length + found
    tail = Buffer.from(joined.subarray(Math.max(0, joined.length - magicBytes.length + 1)))
  }
  return undefined
}

const ending = (kind: Piece['kind'], frameOffset: number, offset: number): Piece => ({
  kind,
  bytes: Buffer.alloc(0),
  offset,
  frameOffset,
  isLast: true,
  windowBytes: 0,
})

/** Why a piece is not given to a decoder: its frame is damaged. */
export function damageOf({ kind, windowBytes }: Piece): string | undefined {
  if (kind === 'torn') return 'a torn zstd frame: the file ends inside it'
  if (kind === 'lost') return 'bytes that belong to no zstd frame'
  if (kind === 'corrupt') return 'a corrupt zstd frame'
  return windowBytes > maxWindowBytes ? 'a zstd frame that needs more than 128 MiB of memory' : undefined
}
