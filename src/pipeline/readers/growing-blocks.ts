/**
 * Reads a file front to back in blocks, and goes on when it grows.
 *
 * @module
 */
import { blockBytes, type ByteBlock } from './byte-blocks.ts'
import type { ByteSource } from './byte-source.ts'

/** A file that grows while it is read. */
export interface GrowingFile {
  readonly source: ByteSource
  /**
   * Asked when all bytes before `offset` have been read. Waits until it is worth looking again; false when no more
   * shall come.
   */
  more(offset: number): Promise<boolean>
  /** Called with the offset of each block before it is yielded. */
  reached(offset: number): void
}

/**
 * Yields the bytes from `from` on, each exactly once, until `more` says that it is over.
 *
 * Nothing is read ahead of whoever asks. A block never crosses the end the file had when it was opened, so that what
 * was there then can be told from what came later.
 */
export async function* growingBlocks(file: GrowingFile, from: number): AsyncGenerator<ByteBlock, void> {
  const { source } = file
  const buffer = Buffer.allocUnsafe(blockBytes)
  for (let offset = from; ;) {
    const most = offset < source.size ? Math.min(blockBytes, source.size - offset) : blockBytes
    const length = await source.read(buffer.subarray(0, most), offset)
    if (length > 0) {
      file.reached(offset)
      yield { bytes: buffer.subarray(0, length), offset }
      offset += length
    } else if (!(await file.more(offset))) return
  }
}
