/**
 * Logs in zstd frames: as the harness writes them, and made by hand where no encoder would.
 *
 * @see RFC 8878, sections 3.1.1 (frames) and 3.1.2 (skippable frames)
 * @module
 */
import { constants, zstdCompressSync } from 'node:zlib'

export interface FrameOptions {
  /** @defaultValue true, as the harness has it */
  readonly checksum?: boolean
  /** Log2 of the window. @defaultValue what the encoder likes */
  readonly windowLog?: number
}

/** First bytes of every frame. */
export const magic: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Bytes as one frame. */
export function frame(content: string | Buffer, { checksum = true, windowLog }: FrameOptions = {}): Buffer {
  return zstdCompressSync(Buffer.from(content), {
    params: {
      [constants.ZSTD_c_checksumFlag]: checksum ? 1 : 0,
      ...(windowLog !== undefined && { [constants.ZSTD_c_windowLog]: windowLog }),
    },
  })
}

/** Lines as the harness would have flushed them: the header alone, then so many records to a frame. */
export function frames(lines: readonly string[], recordsPerFrame = 1, options?: FrameOptions): Buffer[] {
  const [header, ...records] = lines.map((line) => `${line}\n`)
  const flushes = header === undefined ? [] : [header]
  for (let at = 0; at < records.length; at += recordsPerFrame)
    flushes.push(records.slice(at, at + recordsPerFrame).join(''))
  return flushes.map((flush) => frame(flush, options))
}

/** A whole compressed log. */
export const zstdLog = (lines: readonly string[], recordsPerFrame = 1, options?: FrameOptions): Buffer =>
  Buffer.concat(frames(lines, recordsPerFrame, options))

/** A frame that stands for nothing: one of 16 magic numbers, a length, and any bytes. */
export function skippable(content: string | Buffer, kind = 0): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x184d2a50 + kind)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

/** A block of a hand-made frame. */
export interface Block {
  /** `raw`: the bytes as they are. `run`: one byte, so many times. `reserved`: what no decoder takes. */
  readonly kind: 'raw' | 'run' | 'reserved'
  readonly bytes: Buffer
  /** What the block header says. @defaultValue the length of `bytes` */
  readonly size?: number
}

/** Most that one block may decode to. */
const maxBlockBytes: number = 128 * 1024

/** A frame made of exactly these blocks, without checksum, with a window of `2 ** windowLog` bytes. */
export function handMade(blocks: readonly Block[], windowLog = 20): Buffer {
  const parts = [magic, Buffer.from([0, (windowLog - 10) << 3])]
  for (const [index, { kind, bytes, size = bytes.length }] of blocks.entries()) {
    const type = { raw: 0, run: 1, reserved: 3 }[kind]
    const header = Buffer.alloc(3)
    header.writeUIntLE((size << 3) | (type << 1) | (index === blocks.length - 1 ? 1 : 0), 0, 3)
    parts.push(header, bytes)
  }
  return Buffer.concat(parts)
}

/** A frame of uncompressed bytes, in blocks of at most `blockBytes`. */
export function rawFrame(content: string | Buffer, blockBytes: number = maxBlockBytes): Buffer {
  const bytes = Buffer.from(content)
  const blocks: Block[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += blockBytes)
    blocks.push({ kind: 'raw', bytes: bytes.subarray(at, at + blockBytes) })
  return handMade(blocks)
}

/** A small frame that decodes to so many times the same byte. */
export const runFrame = (byte: number, bytes: number): Buffer =>
  handMade(
    Array.from({ length: Math.ceil(bytes / maxBlockBytes) }, () => ({
      kind: 'run' as const,
      bytes: Buffer.from([byte]),
      size: maxBlockBytes,
    })),
  )
