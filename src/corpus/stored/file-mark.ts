/**
 * Which bytes were read: a file's identity at one moment, and how a later moment differs from it.
 *
 * @module
 */
import { stat } from 'node:fs/promises'
import { LogError } from '../../pipeline/errors.ts'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { readFully } from '../../pipeline/readers/reverse-blocks.ts'

/** A file at one moment. */
export interface FileMark {
  /** Changes with everything that is written to the file. */
  readonly revision: string
  /** Stays the same while bytes are appended. */
  readonly identity: string
}

/** Looks at a file. @throws LogError `LOG_NOT_FOUND`, or `LOG_NOT_READABLE`. */
export async function fileMark(path: string): Promise<FileMark> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
    return { revision: [dev, ino, size, mtimeNs, ctimeNs].join(':'), identity: `${dev}:${ino}` }
  } catch (cause) {
    const isGone = ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')
    throw new LogError(isGone ? 'LOG_NOT_FOUND' : 'LOG_NOT_READABLE', `${path}: cannot be looked at`, { cause })
  }
}

/** Bytes per sample. */
const sampleBytes = 4096

/** The bytes at the beginning of a file and before the place a read ended at. */
export interface FileSample {
  readonly first: Buffer
  readonly last: Buffer
}

/** Takes a sample of the bytes up to `until`. @throws LogError `LOG_CHANGED` when there are fewer. */
export async function sampleOf(source: ByteSource, until: number): Promise<FileSample> {
  const length = Math.min(sampleBytes, until)
  const first = await readFully(source, Buffer.allocUnsafe(length), 0)
  return { first, last: await readFully(source, Buffer.allocUnsafe(length), until - length) }
}

/** Whether a file that has grown still begins with what was read. A rewrite between the samples goes unnoticed. */
export async function isGrown(source: ByteSource, until: number, sample: FileSample): Promise<boolean> {
  if (source.size < until) return false
  const now = await sampleOf(source, until)
  return now.first.equals(sample.first) && now.last.equals(sample.last)
}
