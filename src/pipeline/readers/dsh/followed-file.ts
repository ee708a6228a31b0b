/**
 * One file of a log that is followed: its header, what is in it, then what is appended.
 *
 * @module
 */
import type { LogEvent } from '../../event.ts'
import { turns } from '../../turns.ts'
import type { ByteSource } from '../byte-source.ts'
import { growingBlocks } from '../growing-blocks.ts'
import { lineCutter } from '../lines.ts'
import { logBytes, type DecodedBlock } from '../log-bytes.ts'
import { FileGrowth, type FollowSigns } from './file-growth.ts'
import { generationOf, type Generation } from './generation.ts'
import { readHeaderLine } from './header-line.ts'
import { parseHeader } from './header.ts'
import { checkName } from './log-file.ts'
import { emptyTally, type LogTally } from './log-report.ts'
import { recordReader } from './record-reader.ts'

/** A file whose header has been read. */
export interface FollowedFile {
  readonly generation: Generation
  readonly report: LogTally
  /**
   * The events as they come, until the run is stopped or a newer generation is there.
   *
   * @returns the file to go on in; `undefined` when the run was stopped.
   */
  events(reads: readonly string[] | undefined): AsyncGenerator<FollowedEvents, string | undefined>
  /** Lets go of what the file is decoded with. Does not close the file itself. */
  close(): Promise<void>
}

/** Events, and whether they were written after the file had been opened. There may be none. */
export interface FollowedEvents {
  readonly events: readonly LogEvent[]
  readonly isNew: boolean
}

/**
 * Waits for the header of an open file, and leaves the rest for the events.
 *
 * @returns the file; or, when it was over before there was a header, the file to go on in, if there is one.
 */
export async function followedFile(
  path: string,
  source: ByteSource,
  signs: FollowSigns,
  maxRecordBytes: number,
): Promise<FollowedFile | string | undefined> {
  const growth = new FileGrowth(path, source, signs)
  const bytes = await logBytes(source, growingBlocks(growth, 0), (offset) => growingBlocks(growth, offset))
  const blocks = bytes.blocks()
  const close = async (): Promise<void> => void (await blocks.return())
  try {
    const { line, lineNumber, rest } = await readHeaderLine(blocks, maxRecordBytes)
    const { version } = parseHeader(line)
    const generation = generationOf(version)
    checkName(path, version)
    const report = Object.assign(emptyTally(), { records: lineNumber, fileBytes: source.size })
    const ready: ReadyFile = { growth, blocks, rest, generation, report, signal: signs.signal, maxRecordBytes }
    return { generation, report, events: (reads) => events(ready, reads), close }
  } catch (error) {
    await close()
    // The file has no header yet, and nobody waits for it any more.
    if (growth.isOver) return growth.newer
    throw error
  }
}

interface ReadyFile {
  readonly growth: FileGrowth
  readonly blocks: AsyncGenerator<DecodedBlock, void>
  readonly rest: DecodedBlock
  readonly generation: Generation
  readonly report: LogTally
  readonly signal: AbortSignal | undefined
  readonly maxRecordBytes: number
}

async function* events(
  file: ReadyFile,
  reads: readonly string[] | undefined,
): AsyncGenerator<FollowedEvents, string | undefined> {
  const { growth, blocks, generation, report, signal, maxRecordBytes } = file
  const records = recordReader({ generation, report, parseAll: false }, reads === undefined ? {} : { reads })
  const cutter = lineCutter(records, maxRecordBytes)
  const clock = turns(signal)
  for (let block: DecodedBlock | undefined = file.rest; block !== undefined;) {
    records.enter(block)
    if (block.damage === undefined) cutter.feed(block.bytes, block.offset)
    else cutter.drop()
    records.leave()
    yield { events: records.take(), isNew: growth.isNew }
    if (clock.due()) await clock.next()
    signal?.throwIfAborted()
    const next = await blocks.next()
    block = next.done === true ? undefined : next.value
  }
  if (growth.newer === undefined) return undefined
  cutter.end()
  records.end()
  yield { events: records.take(), isNew: true }
  return growth.newer
}
