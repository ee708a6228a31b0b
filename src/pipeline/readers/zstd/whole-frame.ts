/**
 * Decodes a small zstd frame that is there as a whole: at once, in less time than it takes to hand it to a thread.
 *
 * @module
 */
import * as zlib from 'node:zlib'

/** Most bytes such a frame decodes to: as many as a block of a plain file has. */
const maxDecodedBytes = 256 * 1024

const options = { chunkSize: maxDecodedBytes, maxOutputLength: maxDecodedBytes, info: true }

/**
 * Returns what the frame decodes to, verified; `undefined` when that is more than 256 KiB.
 *
 * @param frame - one frame and nothing behind it: of several, Node decodes the first and says nothing.
 * @returns a buffer of its own, to be given to `letGo` in the end.
 * @throws what is wrong with the frame.
 */
export function decodeWhole(frame: Buffer): Buffer | undefined {
  try {
    // The types do not know what `info` does.
    const { buffer, engine } = zlib.zstdDecompressSync(frame, options) as unknown as Decoded
    // The engine lives until all of the heap is collected; what hangs on it need not.
    for (const key of Object.keys(engine)) engine[key] = undefined
    return buffer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

/** Gives back the memory of what was decoded: the collector would let some 70 MB of it pile up first. */
export function letGo({ buffer }: Buffer): void {
  // A smaller one is not what the decoder wrote into.
  if (buffer.byteLength >= maxDecodedBytes) (buffer as Detachable).transfer(0)
}

interface Decoded {
  readonly buffer: Buffer
  readonly engine: Record<string, unknown>
}

/** Node has the method since version 22, and zstd no longer than that; the types of ES2023 do not know it. */
type Detachable = ArrayBuffer & { transfer(length: number): ArrayBuffer }
