/**
 * Reads a file front to back in blocks, the next one already on its way while the last one is worked on.
 *
 * @module
 */
import { LogError } from '../errors.ts'
import type { ByteSource } from './byte-source.ts'

/** Most bytes in a block: what is made of one is all held until the next one is asked for. */
export const blockBytes: number = 128 * 1024

/** Bytes per read, of which two are under way. Each wakes another thread, which costs more than to copy the bytes. */
export const readBytes: number = 2 * blockBytes

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
    const length = Math.min(readBytes, until - offset)
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
    for (let at = 0; at < length; at += blockBytes) {
      yield { bytes: into.subarray(at, Math.min(at + blockBytes, length)), offset: offset + at }
    }
  }
  // A reader that leaves early closes the file while a read may be under way; the platform lets that finish.
}
