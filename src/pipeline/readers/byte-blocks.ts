/**
 * Reads a file front to back in blocks, the next one already on its way while the last one is worked on.
 *
 * @module
 */
import { LogError } from '../errors.ts'
import type { ByteSource } from './byte-source.ts'

/** Bytes per read. Larger blocks no longer read faster; two of them are all a reader holds (bench/README.md). */
export const blockBytes: number = 256 * 1024

/** A piece of a file. `bytes` is only valid until the next block is asked for. */
export interface ByteBlock {
  readonly bytes: Buffer
  /** Offset of its first byte in the file. */
  readonly offset: number
}

/**
 * Yields the bytes from `from` up to `until` (exclusive), each exactly once.
 *
 * @throws LogError `LOG_CHANGED` when the file ends before `until`.
 */
export async function* byteBlocks(source: ByteSource, from: number, until: number): AsyncGenerator<ByteBlock, void> {
  const buffers: Buffer[] = []
  let turn = 0
  const start = (offset: number): { offset: number; into: Buffer; read: Promise<number> } => {
    const length = Math.min(blockBytes, until - offset)
    // As large as what is left when it is first needed: what was appended to a log is little.
    const into = (buffers[turn++ % 2] ??= Buffer.allocUnsafe(length)).subarray(0, length)
    const read = source.read(into, offset)
    // Awaited one block later: until then a failure must not count as unhandled.
    read.catch(() => undefined)
    return { offset, into, read }
  }
  let next = from < until ? start(from) : undefined
  while (next !== undefined) {
    const { offset, into, read } = next
    const length = await read
    if (length === 0) throw new LogError('LOG_CHANGED', 'the file became shorter while it was read; try again')
    next = offset + length < until ? start(offset + length) : undefined
    yield { bytes: into.subarray(0, length), offset }
  }
  // A reader that leaves early closes the file while a read may be under way; the platform lets that finish.
}
