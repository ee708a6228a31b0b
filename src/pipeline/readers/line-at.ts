/**
 * Reads one line of a file again, by its offset.
 *
 * @module
 */
import { LogError } from '../errors.ts'
import type { ByteSource } from './byte-source.ts'

const lineFeed = 0x0a

/** Bytes asked for at once; most records are shorter. */
const stepBytes = 16 * 1024

/**
 * Returns the text of the line that starts at `offset`, without its line end.
 *
 * @throws LogError `LOG_REREAD_FAILED` when no line of at most `maxBytes` stands there.
 */
export async function readLineAt(source: ByteSource, offset: number, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  for (let length = 0; length <= maxBytes;) {
    const step = Buffer.allocUnsafe(stepBytes)
    const read = await source.read(step, offset + length)
    if (read === 0) break
    const end = step.subarray(0, read).indexOf(lineFeed)
    parts.push(step.subarray(0, end === -1 ? read : end))
    if (end !== -1) return Buffer.concat(parts).toString('utf8')
    length += read
  }
  throw new LogError('LOG_REREAD_FAILED', `the record at byte ${offset} is no longer there`)
}
