/**
 * What is known of a log that is read for a view: all that an exact read needs to go on, without texts.
 *
 * @module
 */
import { turns } from '../../pipeline/turns.ts'
import type { ByteSource } from '../../pipeline/readers/index.ts'
import { takeHeader } from '../../corpus/stored/header-block.ts'
import { blocksFrom, maxRecordBytes } from '../../corpus/stored/log-run.ts'
import { LogState } from '../../corpus/stored/log-state.ts'
import { storedHeader } from '../../corpus/stored/stored-header.ts'
import { SurfaceTexts } from '../../corpus/stored/surface-texts.ts'

/** Keeps none: a view keeps what it shows, and every message of a long log would pass through here. */
class NoTexts extends SurfaceTexts {
  override get isComplete(): boolean {
    return false
  }

  override get bytes(): number {
    return 0
  }

  override add(): void {
    return undefined
  }

  override remove(): void {
    return undefined
  }
}

class ViewState extends LogState {
  override readonly texts: SurfaceTexts = new NoTexts()
}

/**
 * The state of a log of which only the header has been read.
 *
 * @throws CorpusError as an exact read does.
 */
export async function viewState(
  source: ByteSource,
  isZstd: boolean,
  signal: AbortSignal | undefined,
): Promise<LogState> {
  await turns(signal).next()
  const blocks = blocksFrom(source, { fileOffset: 0, offset: 0 }, source.size, isZstd)
  try {
    const { line, length, rest } = await takeHeader(blocks, isZstd, maxRecordBytes)
    const fileOffset = isZstd ? (rest?.frameOffset ?? source.size) : length
    return new ViewState(storedHeader(line), isZstd, { fileOffset, offset: length })
  } finally {
    await blocks.return()
  }
}
