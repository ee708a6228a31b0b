/**
 * Where a session goes on when its log has been taken over into a newer format.
 *
 * The newer file holds the whole history with other seqs; only messages keep their ids.
 * @module
 */
import { basename } from 'node:path'
import type { Batches } from '../../batch.ts'
import { LogError } from '../../errors.ts'
import { isRecord, type LogEvent } from '../../event.ts'
import type { Want } from '../../reader.ts'
import { openLog, type OpenLogOptions } from './open-log.ts'
import { openReverse } from './open-reverse.ts'

/** Type of the event that `follow` yields, whatever was asked for, before the first event of a newer file. */
export const rotatedType = 'log/rotated'

/** What is in that event. */
export interface Rotation {
  /** Name of the file the log goes on in. */
  readonly file: string
  /** Its format version. */
  readonly version: number
  /**
   * Seq, in the new file, of the last message that the old file had: what follows is new. `null` when that message
   * is not in it or had no id: everything in the new file is yielded.
   */
  readonly afterSeq: number | null
}

/** How a file is opened. */
type OpenFile = NonNullable<OpenLogOptions['open']>

/** Makes the event that says so. Its seq is that of the last event that was yielded before, by the new numbering. */
export const rotatedEvent = (file: string, version: number, afterSeq: number | null): LogEvent => {
  const data: Rotation = { file: basename(file), version, afterSeq }
  return { type: rotatedType, seq: afterSeq ?? 0, time: Date.now(), data, ignorable: true }
}

/** The id of the message in an event; `undefined` when there is none, as before 2026-07-28. */
export function messageId({ data }: LogEvent): string | undefined {
  if (!isRecord(data)) return undefined
  const message = isRecord(data['message']) ? data['message'] : data
  return typeof message['id'] === 'string' ? message['id'] : undefined
}

/** The seq of the message with this id: looked for from the end of the log, and from its front when that fails. */
export async function seqOfMessage(file: string, id: string, want: Want, open?: OpenFile): Promise<number | null> {
  const options = open === undefined ? {} : { open }
  try {
    return await findMessage((await openReverse(file, options)).read(want), id)
  } catch (error) {
    if (!(error instanceof LogError) || error.code !== 'LOG_NEEDS_FULL_READ') throw error
    return findMessage((await openLog(file, options)).read(want), id)
  }
}

async function findMessage(batches: Batches<LogEvent>, id: string): Promise<number | null> {
  for await (const batch of batches) {
    const found = batch.find((event) => messageId(event) === id)
    if (found !== undefined) return found.seq
  }
  return null
}
