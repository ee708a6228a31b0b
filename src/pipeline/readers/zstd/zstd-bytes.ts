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
import { damageOf, framePieces, type BlocksFrom } from './frame-pieces.ts'
import { startsFrame, type Piece } from './frame-scanner.ts'

/**
 * Most decoded bytes of one frame that wait for its checksum. A larger frame is passed on as it is decoded, so
 * that memory does not grow with it.
 */
export const heldBytes: number = 4 * 1024 * 1024

/** Decoded bytes between two places where a second reading can begin. */
const indexEvery = 1024 * 1024

/**
 * Places where decoding can begin: a frame's offset in the file, and what stands before it decoded. There is one
 * behind each damaged frame, because how much of that was passed on is not the same in every reading.
 */
type Entries = Map<number, number>

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
  const entries: Entries = new Map()
  return {
    blocks: () => decoded(framePieces(firstThenAgain(blocks, again), 0, source.size), new Output(entries, 0, false)),
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
      for await (const block of decoded(pieces, new Output(entries, offset, true))) {
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

async function* decoded(pieces: AsyncIterable<readonly Piece[]>, output: Output): AsyncGenerator<DecodedBlock, void> {
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

/** What has been decoded, held back until its frame is complete or has become too large for that. */
class Output {
  readonly #entries: Entries
  readonly #isAgain: boolean
  #offset: number
  #held: Buffer[] = []
  #heldLength = 0
  #frameOffset: number | undefined
  /** The frame that is damaged; said once, and the rest of it is passed over. */
  #damagedAt: number | undefined
  #nextEntry = 0

  /** @param isAgain - the log is read again: `entries` are there, and its offsets are those of the first reading. */
  constructor(entries: Entries, offset: number, isAgain: boolean) {
    this.#entries = entries
    this.#offset = offset
    this.#isAgain = isAgain
  }

  isDamaged(frameOffset: number): boolean {
    return this.#damagedAt === frameOffset
  }

  /** Says which frame comes next, or goes on. */
  enter(frameOffset: number): void {
    if (frameOffset === this.#frameOffset) return
    this.#frameOffset = frameOffset
    if (this.#isAgain) this.#offset = this.#entries.get(frameOffset) ?? this.#offset
    else if (this.#offset >= this.#nextEntry) {
      this.#entries.set(frameOffset, this.#offset)
      this.#nextEntry = this.#offset + indexEvery
    }
  }

  /** Holds what was decoded; yields it when there is too much of it. */
  *take(bytes: Buffer): Generator<DecodedBlock, void> {
    this.#held.push(bytes)
    this.#heldLength += bytes.length
    if (this.#heldLength > heldBytes) yield* this.release()
  }

  *release(): Generator<DecodedBlock, void> {
    const held = this.#held
    this.#drop()
    for (const bytes of held) {
      yield { bytes, offset: this.#offset, frameOffset: this.#frameOffset ?? 0 }
      this.#offset += bytes.length
    }
  }

  damage(why: string): DecodedBlock {
    this.#drop()
    this.#damagedAt = this.#frameOffset
    this.#nextEntry = this.#offset
    return { bytes: Buffer.alloc(0), offset: this.#offset, frameOffset: this.#frameOffset ?? 0, damage: why }
  }

  #drop(): void {
    this.#held = []
    this.#heldLength = 0
  }
}
