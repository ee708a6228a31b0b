/**
 * The decoded bytes of a log, whatever encoding it has on disk.
 *
 * @module
 */
import type { ByteBlock } from './byte-blocks.ts'
import { byteBlocks } from './byte-blocks.ts'
import type { ByteSource } from './byte-source.ts'
import { readLineAt } from './line-at.ts'
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
  /** Set instead of bytes: something stood here that could not be decoded. What follows starts anew. */
  readonly damage?: string
}

/** A log as decoded bytes, read front to back once, and line by line again where that is wanted. */
export interface LogBytes {
  /** May be called once. */
  blocks(): AsyncGenerator<DecodedBlock, void>
  /** The lines at these decoded offsets, which must grow; each of at most `maxBytes`. */
  linesAt(offsets: readonly number[], maxBytes: number): AsyncGenerator<string, void>
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
  return {
    blocks: () => joined(first, rest),
    async *linesAt(offsets, maxBytes) {
      for (const offset of offsets) yield await readLineAt(source, offset, maxBytes)
    },
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
