/**
 * How much of a log one transaction takes in.
 *
 * @module
 */
import type { ByteSource } from '../../../pipeline/readers/byte-source.ts'
import type { LogMark } from '../../../pipeline/readers/dsh/log-mark.ts'
import { frameMarks } from '../../../pipeline/readers/zstd/frame-marks.ts'
import { isZstd } from '../../../pipeline/readers/zstd/zstd-bytes.ts'
import { turns } from '../../../pipeline/turns.ts'

/** Bytes of a plain log, and of a compressed one, which has more in it. */
const plainBytes = 8 * 1024 * 1024
const compressedBytes = 2 * 1024 * 1024

/** A file that ends before its end. */
export interface LogPart {
  readonly source: ByteSource
  /** Whether it does not. */
  readonly isWhole: boolean
}

/**
 * The file up to where a transaction that begins at a mark shall end. A compressed one ends with a frame.
 *
 * @param grow - how many times longer than usual.
 */
export async function partOf(
  source: ByteSource,
  from: LogMark | undefined,
  grow: number,
  signal: AbortSignal | undefined,
): Promise<LogPart> {
  const whole = { source, isWhole: true }
  const first = Buffer.alloc(4)
  await source.read(first, 0)
  const isCompressed = isZstd(first)
  const start = from?.frame?.fileOffset ?? from?.offset ?? 0
  const most = start + (isCompressed ? compressedBytes : plainBytes) * grow
  if (most >= source.size) return whole
  if (!isCompressed) return { source: cut(source, most), isWhole: false }
  const ends = await frameMarks(source, start, turns(signal))
  const end = ends.find((offset) => offset >= most)
  return end === undefined ? whole : { source: cut(source, end), isWhole: false }
}

function cut(source: ByteSource, size: number): ByteSource {
  return {
    ...source,
    size,
    read: (into, offset) => source.read(into.subarray(0, Math.max(0, Math.min(into.length, size - offset))), offset),
  }
}
