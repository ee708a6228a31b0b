/**
 * Takes the header line off a log, which the harness writes by itself: in a compressed log, as a frame of its own.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/index.ts`: `assertZstdHeaderFrame`
 * @module
 */
import type { DecodedBlock } from '../../pipeline/readers/log-bytes.ts'
import { CorpusError } from '../corpus-errors.ts'

/** The header line and what came with it. */
export interface HeaderBlock {
  /** Without its line end. */
  readonly line: string
  /** Its bytes, with its line end. */
  readonly length: number
  /** What follows it, as far as it has been read. */
  readonly rest: DecodedBlock | undefined
}

const lineFeed = 0x0a

/**
 * Takes the first line.
 *
 * @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED` when there is none, it is longer than `maxBytes`, or in a
 *   compressed log the first frame holds something else beside it.
 */
export async function takeHeader(
  blocks: AsyncGenerator<DecodedBlock, void>,
  zstd: boolean,
  maxBytes: number,
): Promise<HeaderBlock> {
  const parts: Buffer[] = []
  let length = 0
  let rest: DecodedBlock | undefined
  while (length <= maxBytes) {
    const next = await blocks.next()
    const block = next.done === true ? undefined : next.value
    if (zstd && block?.frameOffset !== 0) {
      rest = block
      break
    }
    if (block === undefined) break
    const end = zstd ? -1 : block.bytes.indexOf(lineFeed)
    // Blocks are reused.
    const bytes = Buffer.from(end === -1 ? block.bytes : block.bytes.subarray(0, end + 1))
    parts.push(bytes)
    length += bytes.length
    if (end !== -1) {
      rest = { ...block, bytes: block.bytes.subarray(end + 1), offset: block.offset + end + 1 }
      break
    }
  }
  const bytes = Buffer.concat(parts, length)
  if (length > maxBytes || bytes.indexOf(lineFeed) !== length - 1 || length === 0) {
    throw new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', 'it does not begin with a header line')
  }
  return { line: bytes.toString('utf8', 0, length - 1), length, rest }
}
