/**
 * Finds where the whole frames of a compressed log end, without decoding any.
 *
 * As strict as the harness: nothing may stand between frames, and only the last may be cut off.
 * @see DSH `packages/session/session-persistence-jsonl/src/zstd.ts`: `scanZstdFrames`
 * @module
 */
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { readFully } from '../../pipeline/readers/reverse-blocks.ts'
import { magic } from '../../pipeline/readers/zstd/frame-scanner.ts'
import type { Turns } from '../../pipeline/turns.ts'
import { CorpusError } from '../corpus-errors.ts'

/** Bytes per read: as many as one read brings fast. */
const windowBytes = 1024 * 1024

/**
 * Returns the offset behind the last whole frame; the file's size when none is cut off.
 *
 * @param from - offset of a frame.
 * @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED` when something stands there that is no frame.
 */
export async function soundEnd(source: ByteSource, from: number, clock: Turns): Promise<number> {
  const { size } = source
  const window = Buffer.allocUnsafe(Math.min(windowBytes, Math.max(0, size - from)))
  let bytes: Buffer = window.subarray(0, 0)
  let offset = from
  /** The bytes from `at` on, if there are so many in the file. */
  const seen = async (at: number, length: number): Promise<number | undefined> => {
    if (at + length > size) return undefined
    if (at < offset || at + length > offset + bytes.length) {
      bytes = await readFully(source, window.subarray(0, size - at), at)
      offset = at
      if (clock.due()) await clock.next()
    }
    return at - offset
  }
  for (let frame = from; frame < size;) {
    let at = await seen(frame, 5)
    // What there is of a number must be its beginning; the rest may have been cut off.
    if (at === undefined) return frame + 4 <= size ? await tornAt(frame) : frame
    if (bytes.readUInt32LE(at) !== magic) throw noFrame(frame)
    const descriptor = bytes[at + 4] as number
    if ((descriptor & 0x18) !== 0) throw noFrame(frame)
    let next = frame + 5 + restOfHeader(descriptor)
    for (let isLast = false; !isLast;) {
      at = await seen(next, 3)
      if (at === undefined) return frame
      const header = bytes.readUIntLE(at, 3)
      const type = (header >>> 1) & 3
      if (type === 3) throw noFrame(frame)
      isLast = (header & 1) === 1
      // A run-length block has one byte for any size.
      next += 3 + (type === 1 ? 1 : header >>> 3)
      if (next > size) return frame
    }
    next += (descriptor & 4) === 0 ? 0 : 4
    if (next > size) return frame
    frame = next
  }
  return size

  async function tornAt(frame: number): Promise<number> {
    const at = (await seen(frame, 4)) as number
    if (bytes.readUInt32LE(at) !== magic) throw noFrame(frame)
    return frame
  }
}

/** Bytes of a frame's header behind its descriptor. */
function restOfHeader(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number
  const sizeBytes = descriptor >>> 6 === 0 ? (isSingleSegment ? 1 : 0) : 1 << (descriptor >>> 6)
  return (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes
}

const noFrame = (at: number): CorpusError =>
  new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', `what stands at byte ${at} is no zstd frame`)
