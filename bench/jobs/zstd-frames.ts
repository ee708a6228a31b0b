/**
 * The floor of a zstd log: `zstdDecompressSync` frame by frame, and nothing done with the text.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { Job } from './job.ts'

export const zstdFrames: Job = {
  run({ path }) {
    const bytes = readFileSync(path)
    let decoded = 0
    for (let start = 0; start < bytes.length;) {
      const end = frameEnd(bytes, start)
      // One frame per call: of several, Node decodes the first and says nothing.
      decoded += zstdDecompressSync(bytes.subarray(start, end)).length
      start = end
    }
    return decoded
  },
}

/**
 * Where the frame that starts at `start` ends. Only for sound files: checks nothing.
 *
 * @see RFC 8878, 3.1.1: frame header, blocks, checksum
 */
function frameEnd(bytes: Buffer, start: number): number {
  const descriptor = bytes.readUInt8(start + 4)
  const sizeFlag = descriptor >>> 6
  const isSingleSegment = (descriptor & 0x20) !== 0
  const windowBytes = isSingleSegment ? 0 : 1
  const sizeBytes = sizeFlag === 0 ? 1 - windowBytes : 1 << sizeFlag
  let at = start + 5 + windowBytes + sizeBytes
  for (let isLast = false; !isLast;) {
    const head = bytes.readUIntLE(at, 3)
    const isRunLength = ((head >>> 1) & 3) === 1
    at += 3 + (isRunLength ? 1 : head >>> 3)
    isLast = (head & 1) === 1
  }
  return (descriptor & 4) === 0 ? at : at + 4
}
