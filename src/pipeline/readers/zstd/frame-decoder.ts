/**
 * Decodes zstd frames of any size, in parts, with the platform's own decoder, which is kept from frame to frame. It
 * works in a thread, and waking that takes longer than a small frame does: see `whole-frame.ts`.
 *
 * @module
 */
import * as zlib from 'node:zlib'
import { LogError } from '../../errors.ts'

/** Largest window a frame may need: 128 MiB, the most a decoder must support (RFC 8878, section 3.1.1.1.2). */
export const maxWindowBytes: number = 128 * 1024 * 1024

/** Bytes per piece of output: larger ones decode 5 % faster and leave twice as much behind for the collector. */
const outputBytes = 32 * 1024

/** Pieces that are made before somebody takes them. */
const maxOutput = 8

/** A decoder for the frames of one file. */
export interface FrameDecoder {
  /**
   * Takes bytes of one frame and yields what they decode to, as it is decoded: a few bytes may stand for gigabytes.
   * Bytes of the next frame must come in another call, and that only when this one has been run to its end.
   *
   * @throws what is wrong with the frame; the decoder then expects the beginning of another.
   */
  decode(bytes: Buffer): AsyncGenerator<Buffer, void>
  /** Forgets the frame that was begun: the beginning of another comes next. Also ends the decoder. */
  close(): void
}

/**
 * Makes a decoder.
 *
 * @throws LogError `LOG_ENCODING_UNSUPPORTED` when this Node has none.
 */
export function frameDecoder(): FrameDecoder {
  // Node 20 has no such function, whatever the types of a newer one say.
  if (typeof (zlib.createZstdDecompress as unknown) !== 'function') {
    throw new LogError(
      'LOG_ENCODING_UNSUPPORTED',
      'the log is compressed with zstd, which takes Node 22.15 or newer to read',
    )
  }
  let stream: zlib.ZstdDecompress | undefined
  let output: Buffer[] = []
  let isTaken = false
  let failure: Error | undefined
  let wake = (): void => undefined
  const opened = (): zlib.ZstdDecompress => {
    const opening = zlib.createZstdDecompress({
      chunkSize: outputBytes,
      params: { [zlib.constants.ZSTD_d_windowLogMax]: Math.log2(maxWindowBytes) },
    })
    opening.on('data', (data: Buffer) => {
      output.push(data)
      // The decoder waits while nobody takes what it has made.
      if (output.length >= maxOutput) opening.pause()
      if (isTaken || opening.isPaused()) wake()
    })
    // A stream that fails never calls back for the write it failed in, and is of no more use.
    opening.on('error', (error) => {
      failure = error
      wake()
    })
    return opening
  }
  const close = (): void => {
    stream?.destroy()
    stream = undefined
  }
  return {
    async *decode(bytes) {
      const decoding = (stream ??= opened())
      output = []
      isTaken = false
      failure = undefined
      decoding.write(bytes, () => {
        isTaken = true
        wake()
      })
      for (;;) {
        if (output.length > 0) {
          const made = output
          output = []
          yield* made
        } else if (failure !== undefined) {
          close()
          throw failure
        } else {
          decoding.resume()
          if (isTaken && decoding.readableLength === 0) return
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    },
    close,
  }
}
