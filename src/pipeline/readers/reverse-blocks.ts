/**
 * Reads a file back to front in blocks: the end of a log without the rest of it.
 *
 * @module
 */
import { LogError } from '../errors.ts'
import type { ByteBlock } from './byte-blocks.ts'
import type { ByteSource } from './byte-source.ts'

/** Bytes of the first read: what is wanted of a log's end usually lies in it. From read to read they double. */
const firstBytes = 64 * 1024

/** Bytes of the largest read. */
const mostBytes = 256 * 1024

/** A read comes in so many pieces, because whoever looks for the end of a log often stops in the middle of one. */
const piecesPerRead = 4

/**
 * Yields the bytes from `from` up to `until` (exclusive), the last piece first, each exactly once.
 *
 * Nothing is read ahead: whoever leaves early has read what was looked at, and little more.
 * @throws LogError `LOG_CHANGED` when the file ends before `until`.
 */
export async function* reverseBlocks(source: ByteSource, from: number, until: number): AsyncGenerator<ByteBlock, void> {
  const buffer = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(0, until - from)))
  let size = firstBytes
  for (let end = until; end > from;) {
    const offset = Math.max(from, end - size)
    const bytes = await readFully(source, buffer.subarray(0, end - offset), offset)
    const pieceBytes = size / piecesPerRead
    for (let to = bytes.length; to > 0; to -= pieceBytes) {
      const at = Math.max(0, to - pieceBytes)
      yield { bytes: bytes.subarray(at, to), offset: offset + at }
    }
    end = offset
    size = Math.min(size * 2, mostBytes)
  }
}

/**
 * Fills `into` from `offset` on, however many reads that takes, and returns it.
 *
 * @throws LogError `LOG_CHANGED` when the file ends before it is full.
 */
export async function readFully(source: ByteSource, into: Buffer, offset: number): Promise<Buffer> {
  for (let filled = 0; filled < into.length;) {
    const length = await source.read(into.subarray(filled), offset + filled)
    if (length === 0) throw new LogError('LOG_CHANGED', 'the file became shorter while it was read; try again')
    filled += length
  }
  return into
}
