/**
 * The decoded bytes of a log, whatever encoding it has on disk.
 *
 * @module
 */
import type { ByteBlock } from './byte-blocks.ts'
import { byteBlocks } from './byte-blocks.ts'
import type { ByteSource } from './byte-source.ts'
import { readLineAt } from './line-at.ts'
import type { FrameEntries } from './zstd/frame-output.ts'
import { magicLength } from './zstd/frame-scanner.ts'
import type { BlocksFrom } from './zstd/frame-pieces.ts'
import { isZstd, zstdBytes } from './zstd/zstd-bytes.ts'

/** A piece of the decoded log. `bytes` is only valid until the next one is asked for. */
export interface DecodedBlock {
  readonly bytes: Buffer
  /** Offset of its first byte in the decoded log; in a plain file that is the offset in the file. */
  readonly offset: number
  /** In a compressed log: offset in the file of the frame it comes from. */
  readonly frameOffset?: number
  /** Offset in the decoded log at which that frame begins. */
  readonly frameStart?: number
  /** Set instead of bytes: something stood here that could not be decoded. What follows starts anew. */
  readonly damage?: string
}

/** A log as decoded bytes, read front to back once, and line by line again where that is wanted. */
export interface LogBytes {
  /** May be called once. */
  blocks(): AsyncGenerator<DecodedBlock, void>
  /** The lines at these decoded offsets, which must grow; each of at most `maxBytes`. */
  linesAt(offsets: readonly number[], maxBytes: number): AsyncGenerator<string, void>
  /** In a compressed log: places where decoding can begin, as far as they have been come across. */
  readonly entries?: FrameEntries
}

/**
 * Looks at the first bytes of a file, not at its name, and decides how it is encoded.
 *
 * @param rest - the file's bytes from its first one on. @defaultValue all there were when it was opened
 * @param again - the same from an offset on, for a compressed file with damage in it.
 */
export async function logBytes(
  source: ByteSource,
  rest: AsyncGenerator<ByteBlock, void> = byteBlocks(source, 0, source.size),
  again?: BlocksFrom,
): Promise<LogBytes> {
  const first = await firstBlock(rest)
  if (first !== undefined && isZstd(first.bytes)) return zstdBytes(source, joined(first, rest), again)
  return plainBytes(source, () => joined(first, rest))
}

/**
 * The decoded bytes from a place on that was reached before.
 *
 * @param place - an offset in the decoded log and, in a compressed one, the frame it lies in.
 */
export function logBytesFrom(source: ByteSource, { offset, frame, entries }: DecodedPlace): LogBytes {
  if (frame === undefined) return plainBytes(source, () => byteBlocks(source, offset, source.size))
  const bytes = zstdBytes(source, byteBlocks(source, frame.fileOffset, source.size), undefined, frame, entries)
  return { ...bytes, blocks: () => after(offset, bytes.blocks()) }
}

/** A place in a decoded log. */
export interface DecodedPlace {
  readonly offset: number
  /** The frame that holds it. Absent in a plain file. */
  readonly frame?: FramePlace
  /** Places before it where decoding can begin. Absent in a plain file. */
  readonly entries?: FrameEntries
}

/** Where a frame of a compressed log begins: in the file, and in the decoded log. */
export interface FramePlace {
  readonly fileOffset: number
  readonly offset: number
}

function plainBytes(source: ByteSource, blocks: () => AsyncGenerator<ByteBlock, void>): LogBytes {
  return {
    blocks,
    async *linesAt(offsets, maxBytes) {
      for (const offset of offsets) yield await readLineAt(source, offset, maxBytes)
    },
  }
}

/** Leaves out what stands before `offset`. */
async function* after(offset: number, blocks: AsyncGenerator<DecodedBlock, void>): AsyncGenerator<DecodedBlock, void> {
  for await (const block of blocks) {
    const early = Math.min(Math.max(0, offset - block.offset), block.bytes.length)
    if (early === 0) yield block
    else if (early < block.bytes.length) {
      yield { ...block, bytes: block.bytes.subarray(early), offset: block.offset + early }
    }
  }
}

/** The first block, long enough to see what it is: a read may bring a single byte. */
async function firstBlock(blocks: AsyncGenerator<ByteBlock, void>): Promise<ByteBlock | undefined> {
  let first: ByteBlock | undefined
  while (first === undefined || first.bytes.length < magicLength) {
    const next = await blocks.next()
    if (next.done === true) break
    const { bytes } = next.value
    first = first === undefined ? next.value : { ...first, bytes: Buffer.concat([first.bytes, bytes]) }
    // Blocks are reused.
    if (first.bytes.length < magicLength) first = { ...first, bytes: Buffer.from(first.bytes) }
  }
  return first
}

async function* joined(
  first: ByteBlock | undefined,
  rest: AsyncGenerator<ByteBlock, void>,
): AsyncGenerator<ByteBlock, void> {
  if (first === undefined) return
  yield first
  yield* rest
}
