/**
 * The bytes of a log that is compressed: frame after frame, each verified before it is trusted.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import { byteBlocks, type ByteBlock } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import type { DecodedBlock, LogBytes } from '../log-bytes.ts'
import { lineCutter } from '../lines.ts'
import { frameDecoder } from './frame-decoder.ts'
import { FrameOutput, type FrameEntries } from './frame-output.ts'
import { damageOf, framePieces, type BlocksFrom } from './frame-pieces.ts'
import { startsFrame, type Piece } from './frame-scanner.ts'

/** Whether a file that begins with these bytes is compressed with zstd. */
export const isZstd: (bytes: Buffer) => boolean = startsFrame

/**
 * The bytes of a zstd file.
 *
 * @param blocks - the file from its first byte on.
 * @param again - the file from an offset on, for a walk that has to go back.
 */
export function zstdBytes(
  source: ByteSource,
  blocks: AsyncGenerator<ByteBlock, void>,
  again: BlocksFrom = (offset) => byteBlocks(source, offset, source.size),
): LogBytes {
  const entries: FrameEntries = new Map()
  return {
    blocks: () =>
      decoded(framePieces(firstThenAgain(blocks, again), 0, source.size), new FrameOutput(entries, 0, false)),
    async *linesAt(offsets, maxBytes) {
      const [first] = offsets
      if (first === undefined) return
      const [from, offset] = [...entries].findLast((entry) => entry[1] <= first) ?? [0, 0]
      const wanted = [...offsets]
      const found: string[] = []
      const cutter = lineCutter(
        {
          line(bytes, start, end, at) {
            if (at !== wanted[0]) return
            wanted.shift()
            found.push(bytes.toString('utf8', start, end))
          },
          tooLong: () => undefined,
          unfinished: () => undefined,
        },
        maxBytes,
      )
      const pieces = framePieces((at) => byteBlocks(source, at, source.size), from, source.size)
      for await (const block of decoded(pieces, new FrameOutput(entries, offset, true))) {
        if (block.damage === undefined) cutter.feed(block.bytes, block.offset)
        else cutter.drop()
        yield* found.splice(0)
        if (wanted.length === 0) return
      }
      throw new LogError('LOG_REREAD_FAILED', `the record at byte ${wanted[0]} of the decoded log is no longer there`)
    },
  }
}

/** The blocks that are there already, for the walk from the first byte on; after it the file is read again. */
function firstThenAgain(blocks: AsyncGenerator<ByteBlock, void>, again: BlocksFrom): BlocksFrom {
  let isFirst = true
  return (offset) => {
    if (!isFirst) return again(offset)
    isFirst = false
    return blocks
  }
}

async function* decoded(
  pieces: AsyncIterable<readonly Piece[]>,
  output: FrameOutput,
): AsyncGenerator<DecodedBlock, void> {
  const decoder = frameDecoder()
  try {
    for await (const some of pieces) {
      for (const piece of some) {
        if (piece.kind === 'skipped' || output.isDamaged(piece.frameOffset)) continue
        output.enter(piece.frameOffset)
        // A torn frame has no checksum to wait for: what was decoded of it is all there is.
        if (piece.kind === 'torn') yield* output.release()
        let damage = damageOf(piece)
        try {
          if (damage === undefined) for await (const bytes of decoder.decode(piece.bytes)) yield* output.take(bytes)
        } catch {
          // What the decoder says is in words of its own library; that the frame is wrong is enough.
          damage = 'a corrupt zstd frame'
        }
        if (damage !== undefined) {
          decoder.close()
          yield output.damage(damage)
        } else if (piece.isLast) yield* output.release()
      }
    }
  } finally {
    decoder.close()
  }
}
