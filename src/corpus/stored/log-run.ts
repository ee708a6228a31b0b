/**
 * Reads a log file through a scan: from its beginning, or from where an earlier read ended.
 *
 * @module
 */
import { byteBlocks } from '../../pipeline/readers/byte-blocks.ts'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { lineCutter } from '../../pipeline/readers/lines.ts'
import { logBytes, type DecodedBlock } from '../../pipeline/readers/log-bytes.ts'
import { isZstd } from '../../pipeline/readers/zstd/zstd-bytes.ts'
import { turns } from '../../pipeline/turns.ts'
import { CorpusError } from '../corpus-errors.ts'
import { closeTurn } from './close-turn.ts'
import { takeHeader } from './header-block.ts'
import { LogScan, type ScanTaker } from './log-scan.ts'
import { LogState, type ResumePlace } from './log-state.ts'
import { soundEnd } from './sound-frames.ts'
import { storedHeader } from './stored-header.ts'
import { tornFrame } from './torn-frame.ts'

/** Longest record that is read: 64 MiB. The harness takes any that fits into memory. */
export const maxRecordBytes: number = 64 * 1024 * 1024

/** What a read takes. */
export interface LogRunOptions {
  readonly source: ByteSource
  readonly taker: ScanTaker
  /** Where an earlier read ended. Changed: it belongs to this read from now on. */
  readonly from?: LogState | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether the surface's records are kept with the state, where that begins here. @defaultValue false */
  readonly keepsTexts?: boolean
}

/** How a read ended. */
export interface LogRunEnd {
  readonly state: LogState
  /** Whether a later read can go on from this state: not when the file ends in something half written. */
  readonly isResumable: boolean
}

/**
 * Reads all of a log. Yields after each block, so that what was taken can be handed on; returns when all is sound.
 *
 * @throws CorpusError for everything the harness refuses, LogError when the file cannot be read.
 */
export async function* logRun(options: LogRunOptions): AsyncGenerator<void, LogRunEnd> {
  const { source, taker, from, signal, keepsTexts = false } = options
  signal?.throwIfAborted()
  const clock = turns(signal)
  const zstd = from?.isZstd ?? (await beginsCompressed(source))
  const start = from?.resume ?? { fileOffset: 0, offset: 0 }
  const end = zstd ? await soundEnd(source, start.fileOffset, clock) : source.size
  const blocks = blocksFrom(source, start, end, zstd)
  try {
    const head = from === undefined ? await takeHeader(blocks, zstd, maxRecordBytes) : undefined
    const state =
      from ??
      new LogState(storedHeader(head?.line ?? ''), zstd, { fileOffset: end, offset: head?.length ?? 0 }, keepsTexts)
    taker.begin?.(state.header)
    const scan = new LogScan(state, taker)
    const cutter = lineCutter(scan, maxRecordBytes)
    const feed = async (block: DecodedBlock): Promise<void> => {
      scan.enter(block)
      cutter.feed(block.bytes, block.offset)
      scan.leave()
      if (clock.due()) await clock.next()
      signal?.throwIfAborted()
    }
    if (head?.rest !== undefined) {
      await feed(head.rest)
      yield
    }
    for await (const block of blocks) {
      await feed(block)
      yield
    }
    let isResumable = true
    if (zstd) {
      // A frame is written whole: one that ends inside a record is not what was written.
      if (scan.isInLine || scan.tail !== undefined) throw failed(scan.tail ?? 'a zstd frame ends inside a record')
      state.resume = { fileOffset: end, offset: scan.endOffset }
      isResumable = end === source.size
      const torn = isResumable ? undefined : await tornFrame(source, end)
      if (torn !== undefined) await feed({ bytes: torn, offset: scan.endOffset, frameOffset: end })
    }
    cutter.end()
    if (!zstd) state.resume = { fileOffset: scan.endOffset, offset: scan.endOffset }
    scan.settle()
    yield
    closeTurn(state, scan.verdict)
    scan.verdict.pass()
    return { state, isResumable: isResumable && scan.tail === undefined }
  } finally {
    await blocks.return()
  }
}

async function beginsCompressed(source: ByteSource): Promise<boolean> {
  const first = Buffer.alloc(4)
  return (await source.read(first, 0)) === first.length && isZstd(first)
}

/**
 * The decoded log from a place on.
 *
 * @param end - offset in the file behind the last byte that is read.
 * @throws CorpusError `SESSION_QUERY_PERSISTENCE_FAILED` when something cannot be decoded.
 */
export async function* blocksFrom(
  source: ByteSource,
  { fileOffset, offset }: ResumePlace,
  end: number,
  zstd: boolean,
): AsyncGenerator<DecodedBlock, void> {
  if (fileOffset >= end) return
  const part: ByteSource = {
    size: end,
    read: (into, at) => source.read(at + into.length > end ? into.subarray(0, end - at) : into, at),
    close: () => Promise.resolve(),
  }
  const blocks = (await logBytes(part, byteBlocks(part, fileOffset, end))).blocks()
  try {
    for await (const block of blocks) {
      if (block.damage !== undefined) throw failed(`${block.damage}, at byte ${block.frameOffset ?? block.offset}`)
      // A compressed log is counted from the frame on with which its reading begins.
      yield zstd ? { ...block, offset: block.offset + offset } : block
    }
  } finally {
    await blocks.return()
  }
}

const failed = (why: string): CorpusError => new CorpusError('SESSION_QUERY_PERSISTENCE_FAILED', why)
