/**
 * The bytes of a log that is compressed: frame after frame, each verified before it is trusted.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import { turns } from '../../turns.ts'
import { byteBlocks, type ByteBlock } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import type { DecodedBlock, FramePlace, LogBytes } from '../log-bytes.ts'
import { lineCutter } from '../lines.ts'
import { frameDecoder } from './frame-decoder.ts'
import { FrameOutput, type FrameEntries } from './frame-output.ts'
import { damageOf, framePieces, type BlocksFrom } from './frame-pieces.ts'
import { startsFrame, type Piece } from './frame-scanner.ts'
import { decodeWhole, letGo } from './whole-frame.ts'

/** Whether a file that begins with these bytes is compressed with zstd. */
export const isZstd: (bytes: Buffer) => boolean = startsFrame

/**
 * The bytes of a zstd file.
 *
 * @param blocks - the file from the frame at `first` on.
 * @param again - the file from an offset on, for a walk that has to go back.
 * @param first - where that frame begins, in the file and in the decoded log. @defaultValue the beginning
 * @param entries - places before it where decoding can begin; those from it on are added.
 */
export function zstdBytes(
  source: ByteSource,
  blocks: AsyncGenerator<ByteBlock, void>,
  again: BlocksFrom = (offset) => byteBlocks(source, offset, source.size),
  first: FramePlace = { fileOffset: 0, offset: 0 },
  entries: FrameEntries = new Map(),
): LogBytes {
  return {
    entries,
    blocks: () =>
      decoded(
        framePieces(firstThenAgain(blocks, again), first.fileOffset, source.size),
        new FrameOutput(entries, first.offset, false),
      ),
    async *linesAt(offsets, maxBytes) {
      const [lowest] = offsets
      if (lowest === undefined) return
      const [from, offset] = [...entries].findLast((entry) => entry[1] <= lowest) ?? [0, 0]
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
  // Frames may stand for nothing: then nobody else takes a turn.
  const clock = turns()
  try {
    for await (const some of pieces) {
      for (const piece of some) {
        if (clock.due()) await clock.next()
        if (piece.kind === 'skipped' || output.isDamaged(piece.frameOffset)) continue
        output.enter(piece.frameOffset)
        // A torn frame has no checksum to wait for: what was decoded of it is all there is.
        if (piece.kind === 'torn') yield* output.release()
        let damage = damageOf(piece)
        let whole: Buffer | undefined
        try {
          if (damage === undefined && isWhole(piece)) whole = decodeWhole(piece.bytes)
          if (damage === undefined && whole === undefined)
            for await (const bytes of decoder.decode(piece.bytes)) yield* output.take(bytes)
        } catch {
          // What the decoder says is in words of its own library; that the frame is wrong is enough.
          damage = 'a corrupt zstd frame'
        }
        if (damage !== undefined) {
          decoder.close()
          yield output.damage(damage)
        } else if (whole !== undefined) {
          if (whole.length > 0) yield output.place(whole)
          letGo(whole)
        } else if (piece.isLast) yield* output.release()
      }
    }
  } finally {
    decoder.close()
  }
}

/** Whether all of the frame lies in one block. */
const isWhole = ({ offset, frameOffset, isLast }: Piece): boolean => isLast && offset === frameOffset
