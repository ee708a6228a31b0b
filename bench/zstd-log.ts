/**
 * Writes a generated log as the harness does by default: packed rows, one checksummed zstd frame per flush.
 *
 * @module
 */
import { open } from 'node:fs/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import type { GeneratedLog } from './generated-events.ts'
import { generatedLines } from './log-generator.ts'

/** About what 200 events come to as packed rows. */
const linesPerFrame = 75
const checksummed = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Lines as one frame. */
export const zstdFrame = (lines: readonly string[]): Buffer => zstdCompressSync(`${lines.join('\n')}\n`, checksummed)

/** Writes the log to `path`. The header has a frame of its own. */
export async function writeZstdLog(path: string, log: GeneratedLog): Promise<void> {
  const file = await open(path, 'w')
  let lines: string[] = []
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await file.appendFile(zstdFrame(lines))
    lines = []
  }
  try {
    let isHeader = true
    for (const line of generatedLines({ ...log, packed: true })) {
      lines.push(line)
      if (isHeader || lines.length === linesPerFrame) await flush()
      isHeader = false
    }
    await flush()
  } finally {
    await file.close()
  }
}
