/**
 * Reads the header of a log and no more of it.
 *
 * @module
 */
import type { SessionHeader } from '../../pipeline/event.ts'
import type { ByteSource } from '../../pipeline/readers/byte-source.ts'
import { readLogHead } from '../../pipeline/readers/dsh/log-head.ts'
import { maxRecordBytes } from './log-run.ts'
import { storedHeader } from './stored-header.ts'

/** Reads and checks it. @throws CorpusError or LogError. */
export async function readHeader(source: ByteSource): Promise<SessionHeader> {
  return storedHeader((await readLogHead(source, maxRecordBytes)).line)
}
