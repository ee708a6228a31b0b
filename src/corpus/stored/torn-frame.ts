/**
 * What can be read of the last frame of a compressed log when it was cut off.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/zstd.ts`: `decompressZstdPrefix`
 * @module
 */
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { readFully } from '../../pipeline/readers/reverse-blocks.ts'
import { CorpusError } from '../corpus-errors.ts'

/** Most bytes such a frame may have, and decode to: a batch of events as one write brings it. */
const maxBytes = 64 * 1024 * 1024

/**
 * Decodes what there is of the frame at `from`; `undefined` when that is nothing.
 *
 * @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED` when it is more than 64 MiB.
 */
export async function tornFrame(source: ByteSource, from: number): Promise<Buffer | undefined> {
  if (source.size - from > maxBytes) throw tooLarge(from)
  const bytes = await readFully(source, Buffer.allocUnsafe(source.size - from), from)
  const options = { finishFlush: zlib.constants.ZSTD_e_flush, maxOutputLength: maxBytes }
  try {
    return await promisify(zlib.zstdDecompress)(bytes, options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(from)
    return undefined
  }
}

const tooLarge = (at: number): CorpusError =>
  new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', `the frame at byte ${at} was cut off, and is too large to read`)
