/**
 * Decodes zstd frames one after the other with the platform's own decoder, which is kept from frame to frame.
 *
 * @module
 */
import * as zlib from 'node:zlib'
import { LogError } from '../../errors.ts'

/** Largest window a frame may need: 128 MiB, the most a decoder must support (RFC 8878, section 3.1.1.1.2). */
export const maxWindowBytes: number = 128 * 1024 * 1024

/** Bytes per piece of output. */
const outputBytes = 128 * 1024

/** A decoder for the frames of one file. */
export interface FrameDecoder {
  /**
   * Takes bytes of one frame and returns what they decode to. Bytes of the next frame must come in another call.
   *
   * @throws what is wrong with the frame; the decoder then expects the beginning of another.
   */
  write(bytes: Buffer): Promise<Buffer[]>
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
  let fail: (error: Error) => void = () => undefined
  const opened = (): zlib.ZstdDecompress => {
    const opening = zlib.createZstdDecompress({
      chunkSize: outputBytes,
      params: { [zlib.constants.ZSTD_d_windowLogMax]: Math.log2(maxWindowBytes) },
    })
    opening.on('data', (data: Buffer) => output.push(data))
    // A stream that fails never calls back for the write it failed in, and is of no more use.
    opening.on('error', (error) => {
      stream = undefined
      fail(error)
    })
    stream = opening
    return opening
  }
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        output = []
        fail = reject
        ;(stream ?? opened()).write(bytes, () => resolve(output))
      }),
    close: () => void stream?.destroy(),
  }
}
