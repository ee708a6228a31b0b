/**
 * Reads the first line of an open log, and no more of the file than the block it ends in.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import { blockBytes } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'

/** The header line, and the bytes after it that came with the same read. */
export interface HeaderLine {
  readonly line: string
  /** Its line number: 1, unless blank lines stand before it. */
  readonly lineNumber: number
  readonly rest: Buffer
  /** Offset of `rest` in the file. */
  readonly offset: number
}

const lineFeed = 0x0a
const byteOrderMark = [0xef, 0xbb, 0xbf]
const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd]

/**
 * Finds the first line that is not blank. One byte order mark before it is left out.
 *
 * @throws LogError `LOG_EMPTY`, `LOG_ENCODING_UNSUPPORTED`, or `LOG_HEADER_INVALID` when the line has no end.
 */
export async function readHeaderLine(source: ByteSource, maxBytes: number): Promise<HeaderLine> {
  const blocks = headBlocks(source, maxBytes)
  let bytes: Buffer = Buffer.alloc(0)
  let start = 0
  let lineNumber = 1
  for await (const block of blocks) {
    bytes = bytes.length === 0 ? block : Buffer.concat([bytes, block])
    if (startsWith(bytes, zstdMagic)) {
      throw new LogError('LOG_ENCODING_UNSUPPORTED', 'compressed with zstd, which this version does not read')
    }
    if (start === 0 && startsWith(bytes, byteOrderMark)) start = byteOrderMark.length
    for (let end = bytes.indexOf(lineFeed, start); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      const line = bytes.toString('utf8', start, end)
      start = end + 1
      if (line.trim() !== '') return { line, lineNumber, rest: bytes.subarray(start), offset: start }
      lineNumber += 1
    }
  }
  if (bytes.toString('utf8', start).trim() === '') throw new LogError('LOG_EMPTY', 'an empty file, no session log')
  throw new LogError('LOG_HEADER_INVALID', 'no header that can be trusted: the first line has no end')
}

/** The file from its start, in fresh buffers, until more than `maxBytes` were read. */
async function* headBlocks(source: ByteSource, maxBytes: number): AsyncGenerator<Buffer, void> {
  for (let offset = 0; offset < source.size && offset <= maxBytes; ) {
    const buffer = Buffer.allocUnsafe(Math.min(blockBytes, source.size - offset))
    const length = await source.read(buffer, offset)
    if (length === 0) return
    yield buffer.subarray(0, length)
    offset += length
  }
}

const startsWith = (bytes: Buffer, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)
