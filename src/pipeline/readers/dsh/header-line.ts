/**
 * Takes the first line off a log that is being read, and leaves the rest for the events.
 *
 * @module
 */
import { LogError } from '../../errors.ts'
import type { DecodedBlock } from '../log-bytes.ts'

/** The header line, and the bytes after it that came with the same read. */
export interface HeaderLine {
  readonly line: string
  /** Its line number: 1, unless blank lines stand before it. */
  readonly lineNumber: number
  /** What follows in the block the line ends in. Valid until the next block is asked for. */
  readonly rest: DecodedBlock
}

const lineFeed = 0x0a
const byteOrderMark: Buffer = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Finds the first line that is not blank. One byte order mark before it is left out.
 *
 * @throws LogError `LOG_EMPTY`, or `LOG_HEADER_INVALID` when the line has no end within `maxBytes`.
 */
export async function readHeaderLine(
  blocks: AsyncGenerator<DecodedBlock, void>,
  maxBytes: number,
): Promise<HeaderLine> {
  let bytes: Buffer = Buffer.alloc(0)
  let start = 0
  let lineNumber = 1
  while (bytes.length <= maxBytes) {
    const next = await blocks.next()
    if (next.done === true) break
    const { value: block } = next
    if (block.damage !== undefined) throw invalid(block.damage)
    bytes = bytes.length === 0 ? block.bytes : Buffer.concat([bytes, block.bytes])
    if (start === 0 && bytes.subarray(0, 3).equals(byteOrderMark)) start = byteOrderMark.length
    for (let end = bytes.indexOf(lineFeed, start); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      const line = bytes.toString('utf8', start, end)
      start = end + 1
      if (line.trim() === '') {
        lineNumber += 1
        continue
      }
      const after = block.offset + block.bytes.length - (bytes.length - start)
      return { line, lineNumber, rest: { ...block, bytes: bytes.subarray(start), offset: after } }
    }
    // The header is longer than what one read brings, and blocks are reused.
    if (bytes === block.bytes) bytes = Buffer.from(bytes)
  }
  if (bytes.toString('utf8', start).trim() === '') throw new LogError('LOG_EMPTY', 'an empty file, no session log')
  throw invalid('the first line has no end')
}

const invalid = (why: string): LogError => new LogError('LOG_HEADER_INVALID', `no header that can be trusted: ${why}`)
