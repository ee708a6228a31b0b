/**
 * A file in memory that counts how it is used: how often it is opened and closed, and how often each byte is read.
 *
 * @module
 */
import type { ByteSource } from '../../src/pipeline/readers/index.ts'

/** A file, and what has been done with it so far. */
export interface CountingSource {
  /** For `openLog(path, { open })`. */
  readonly open: (path: string) => Promise<ByteSource>
  readonly opened: number
  readonly closed: number
  /** For each byte of the file, how often it was read. */
  readonly timesRead: Uint8Array
}

/** How the file behaves. */
export interface CountingSourceOptions {
  /** Most bytes that one read brings, as a slow disk or a network would. @defaultValue all that were asked for */
  readonly maxReadBytes?: number
  /** Bytes that are still there when the file is read, although it was longer when opened. @defaultValue all */
  readonly remainingBytes?: number
}

/** Puts `content` behind a {@link ByteSource}. */
export function countingSource(content: string | Buffer, options: CountingSourceOptions = {}): CountingSource {
  const file = Buffer.from(content)
  const { maxReadBytes = Number.POSITIVE_INFINITY, remainingBytes = file.length } = options
  const figures = { opened: 0, closed: 0, timesRead: new Uint8Array(file.length) }
  const source: ByteSource = {
    size: file.length,
    async read(into, offset) {
      const length = Math.max(0, Math.min(into.byteLength, maxReadBytes, remainingBytes - offset))
      file.copy(into, 0, offset, offset + length)
      for (let at = offset; at < offset + length; at++) figures.timesRead[at] = (figures.timesRead[at] ?? 0) + 1
      return length
    },
    async close() {
      figures.closed += 1
    },
  }
  const open = async (): Promise<ByteSource> => {
    figures.opened += 1
    return source
  }
  return {
    open,
    timesRead: figures.timesRead,
    get opened() {
      return figures.opened
    },
    get closed() {
      return figures.closed
    },
  }
}
