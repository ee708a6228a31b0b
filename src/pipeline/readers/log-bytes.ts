/**
 * The decoded bytes of a log, whatever encoding it has on disk.
 *
 * @module
 */
import type { ByteBlock } from './byte-blocks.ts'
import { byteBlocks } from './byte-blocks.ts'
import type { ByteSource } from './byte-source.ts'
import { readLineAt } from './line-at.ts'
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
 */
export async function logBytes(
  source: ByteSource,
  rest: AsyncGenerator<ByteBlock, void> = byteBlocks(source, 0, source.size),
): Promise<LogBytes> {
  const first = await rest.next()
  if (first.done !== true && isZstd(first.value.bytes)) return zstdBytes(source, joined(first, rest))
  return {
    blocks: () => joined(first, rest),
    async *linesAt(offsets, maxBytes) {
      for (const offset of offsets) yield await readLineAt(source, offset, maxBytes)
    },
  }
}

async function* joined(
  first: IteratorResult<ByteBlock, void>,
  rest: AsyncGenerator<ByteBlock, void>,
): AsyncGenerator<ByteBlock, void> {
  if (first.done === true) return
  yield first.value
  yield* rest
}
