/**
 * Puts text into zstd frames, as the harness does it and as others might.
 *
 * @module
 */
import { constants, zstdCompressSync } from 'node:zlib'

const checksummed = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** One checksummed frame. */
export const zstdFrame = (content: string | Buffer): Buffer => zstdCompressSync(content, checksummed)

/** The header line in a frame of its own, then a frame for every `linesPerFrame` lines. */
export function zstdOfLines(text: string, linesPerFrame: number): Buffer {
  const lines = text.split(/(?<=\n)/)
  const frames = [zstdFrame(lines[0] ?? '')]
  for (let at = 1; at < lines.length; at += linesPerFrame) {
    frames.push(zstdFrame(lines.slice(at, at + linesPerFrame).join('')))
  }
  return Buffer.concat(frames)
}

/** A frame for every `bytesPerFrame` bytes, wherever in a record that falls. */
export function zstdOfBytes(text: string, bytesPerFrame: number): Buffer {
  const bytes = Buffer.from(text)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += bytesPerFrame)
    frames.push(zstdFrame(bytes.subarray(at, at + bytesPerFrame)))
  return Buffer.concat(frames)
}
