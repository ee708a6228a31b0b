/**
 * Reads the header line of a log and as little as possible beside it.
 *
 * @module
 */
import type { ByteBlock } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import { readHeaderLine } from './header-line.ts'
import { logBytes } from '../log-bytes.ts'

/** The header line, and where the records begin. */
export interface LogHead {
  readonly line: string
  /** Lines up to and with the header. */
  readonly lines: number
  /** In a plain file: offset of the first byte behind the header line. */
  readonly from: number
  /** In a compressed one: the frame in which the header line ends, and how many of its decoded bytes that takes. */
  readonly frame?: { readonly frameOffset: number; readonly skip: number }
}

/** Bytes of the first read, more than most headers have; each further read is four times as large. */
const firstBytes = 4 * 1024
const mostBytes = 256 * 1024

/**
 * Reads the head of a log.
 *
 * @throws LogError `LOG_EMPTY`, or `LOG_HEADER_INVALID` when the line has no end within `maxBytes`.
 */
export async function readLogHead(source: ByteSource, maxBytes: number): Promise<LogHead> {
  const { blocks } = await logBytes(source, growingReads(source))
  const decoded = blocks()
  try {
    const { line, lineNumber, rest } = await readHeaderLine(decoded, maxBytes)
    const { offset, frameOffset, frameStart } = rest
    const head = { line, lines: lineNumber, from: offset }
    if (frameOffset === undefined || frameStart === undefined) return head
    return { ...head, frame: { frameOffset, skip: offset - frameStart } }
  } finally {
    await decoded.return()
  }
}

async function* growingReads(source: ByteSource): AsyncGenerator<ByteBlock, void> {
  let size = firstBytes
  for (let offset = 0; offset < source.size; size = Math.min(size * 4, mostBytes)) {
    const buffer = Buffer.allocUnsafe(Math.min(size, source.size - offset))
    const length = await source.read(buffer, offset)
    if (length === 0) return
    yield { bytes: buffer.subarray(0, length), offset }
    offset += length
  }
}
