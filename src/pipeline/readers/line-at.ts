/**
 * Reads one line of a file again, by its offset.
 *
 * @module
 */
import { LogError } from '../errors.ts'
import type { ByteSource } from './byte-source.ts'

const lineFeed = 0x0a

/** Bytes asked for at first; most records are shorter. */
const firstBytes = 16 * 1024

/**
 * Returns the text of the line that starts at `offset`, without its line end.
 *
 * @throws LogError `LOG_REREAD_FAILED` when no line of at most `maxBytes` stands there.
 */
export async function readLineAt(source: ByteSource, offset: number, maxBytes: number): Promise<string> {
  for (let size = firstBytes; ; size *= 8) {
    const buffer = Buffer.allocUnsafe(Math.min(size, maxBytes + 1))
    const length = await source.read(buffer, offset)
    const end = buffer.subarray(0, length).indexOf(lineFeed)
    if (end !== -1) return buffer.toString('utf8', 0, end)
    if (length < buffer.length || size > maxBytes) {
      throw new LogError('LOG_REREAD_FAILED', `the record at byte ${offset} is no longer there`)
    }
  }
}
