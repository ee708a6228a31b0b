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
import { frameDecoder, maxWindowBytes } from './frame-decoder.ts'
import { FrameScanner, startsFrame, type Piece } from './frame-scanner.ts'

/**
 * Most decoded bytes of one frame that wait for its checksum. A larger frame is passed on as it is decoded, so
 * that memory does not grow with it.
 */
export const heldBytes: number = 4 * 1024 * 1024

/** Decoded bytes between two places where a second reading can begin. */
const indexEvery = 1024 * 1024

/** Where decoding can begin: a frame, and what stands before it decoded. */
interface Entry {
  readonly fileOffset: number
  readonly offset: number
}

/** Whether a file that begins with these bytes is compressed with zstd. */
export const isZstd: (bytes: Buffer) => boolean = startsFrame

/**
 * The bytes of a zstd file.
 *
 * @param blocks - the file from its first byte on.
 */
export function zstdBytes(source: ByteSource, blocks: AsyncGenerator<ByteBlock, void>): LogBytes {
  const index: Entry[] = []
  return {
    blocks: () => decoded(blocks, 0, index),
    async *linesAt(offsets, maxBytes) {
      const [first] = offsets
      if (first === undefined) return
      const from = index.findLast((entry) => entry.offset <= first) ?? { fileOffset: 0, offset: 0 }
      const wanted = [...offsets]
      const found: string[] = []
      const cutter = lineCutter(
        {
          line(bytes, start, end, offset) {
            if (offset !== wanted[0]) return
            wanted.shift()
            found.push(bytes.toString('utf8', start, end))
          },
          tooLong: () => undefined,
          unfinished: () => undefined,
        },
        maxBytes,
      )
      for await (const block of decoded(byteBlocks(source, from.fileOffset, source.size), from.offset, [])) {
        if (block.damage === undefined) cutter.feed(block.bytes, block.offset)
        else cutter.drop()
        yield* found.splice(0)
        if (wanted.length === 0) return
      }
      throw new LogError('LOG_REREAD_FAILED', `the record at byte ${wanted[0]} of the decoded log is no longer there`)
    },
  }
}

async function* decoded(
  blocks: AsyncGenerator<ByteBlock, void>,
  from: number,
  index: Entry[],
): AsyncGenerator<DecodedBlock, void> {
  const scanner = new FrameScanner()
  const decoder = frameDecoder()
  let offset = from
  let held: Buffer[] = []
  let heldLength = 0
  /** The frame, or stretch between frames, that is damaged; said once, and the rest of it is passed over. */
  let damagedAt: number | undefined

  const release = function* (frameOffset: number): Generator<DecodedBlock, void> {
    for (const bytes of held) {
      yield { bytes, offset, frameOffset }
      offset += bytes.length
    }
    held = []
    heldLength = 0
  }
  const damage = (frameOffset: number, why: string): DecodedBlock => {
    damagedAt = frameOffset
    held = []
    heldLength = 0
    return { bytes: Buffer.alloc(0), offset, frameOffset, damage: why }
  }
  const decode = async (piece: Piece): Promise<string | undefined> => {
    if (piece.kind === 'lost') return 'bytes that belong to no zstd frame'
    if (piece.windowBytes > maxWindowBytes) return 'a zstd frame that needs more than 128 MiB of memory'
    try {
      for (const bytes of await decoder.write(piece.bytes)) {
        held.push(bytes)
        heldLength += bytes.length
      }
      return undefined
    } catch {
      return 'a corrupt zstd frame'
    }
  }

  try {
    for await (const block of blocks) {
      for (const piece of scanner.scan(block.bytes, block.offset)) {
        const { frameOffset, isLast } = piece
        if (piece.kind === 'skipped' || damagedAt === frameOffset) continue
        if (offset - (index.at(-1)?.offset ?? -indexEvery) >= indexEvery && held.length === 0) {
          index.push({ fileOffset: frameOffset, offset })
        }
        const why = await decode(piece)
        if (why !== undefined) yield damage(frameOffset, why)
        else if (isLast || heldLength > heldBytes) yield* release(frameOffset)
      }
    }
    if (scanner.isBetweenFrames) return
    // A torn frame has no checksum to wait for: what was decoded of it is all there is.
    yield* release(scanner.frameOffset)
    if (damagedAt !== scanner.frameOffset)
      yield damage(scanner.frameOffset, 'a torn zstd frame: the file ends inside it')
  } finally {
    decoder.close()
  }
}
