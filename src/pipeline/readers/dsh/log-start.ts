/**
 * Where the reading of a log begins: at its header, or at a mark that an earlier read left.
 *
 * @module
 */
import type { SessionHeader } from '../../event.ts'
import type { ByteSource } from '../byte-source.ts'
import { logBytes, logBytesFrom, type DecodedBlock, type DecodedPlace, type LogBytes } from '../log-bytes.ts'
import { generationOf, type Generation } from './generation.ts'
import { readHeaderLine } from './header-line.ts'
import { parseHeader } from './header.ts'
import { checkName } from './log-file.ts'
import type { LogMark } from './log-mark.ts'
import { emptyTally, type LogTally } from './log-report.ts'

/** A log whose header is known, ready to be read from some record on: the one at its place. */
export interface LogStart extends DecodedPlace {
  readonly header: SessionHeader
  readonly generation: Generation
  readonly bytes: LogBytes
  /** The decoded log from the block after `rest` on. */
  readonly blocks: AsyncGenerator<DecodedBlock, void>
  readonly rest?: DecodedBlock
  /** Figures of what stands before. */
  readonly report: LogTally
  /** Whether what stands right before is damaged. */
  readonly isAfterDamage: boolean
}

/**
 * Reads the header.
 *
 * @throws LogError when it cannot be trusted.
 */
export async function startOfLog(file: string, source: ByteSource, maxRecordBytes: number): Promise<LogStart> {
  const bytes = await logBytes(source)
  const blocks = bytes.blocks()
  const { line, lineNumber, rest } = await readHeaderLine(blocks, maxRecordBytes)
  const header = parseHeader(line)
  const generation = generationOf(header.version)
  checkName(file, header.version)
  const report = Object.assign(emptyTally(), { records: lineNumber, fileBytes: source.size })
  return { header, generation, bytes, blocks, rest, ...placeOf(rest), report, isAfterDamage: false }
}

/** Goes on at a mark, without a look at what stands before it. */
export function startAtMark(source: ByteSource, mark: LogMark): LogStart {
  const { header, tally } = mark
  const bytes = logBytesFrom(source, mark)
  const report = { ...tally, fileBytes: source.size }
  const generation = generationOf(header.version)
  return { ...mark, generation, bytes, blocks: bytes.blocks(), report }
}

function placeOf({ offset, frameOffset, frameStart }: DecodedBlock): DecodedPlace {
  if (frameOffset === undefined || frameStart === undefined) return { offset }
  return { offset, frame: { fileOffset: frameOffset, offset: frameStart } }
}
