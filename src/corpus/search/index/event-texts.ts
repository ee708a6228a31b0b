/**
 * Reads events again by the place of their records.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../../../pipeline/event.ts'
import { openFile } from '../../../pipeline/readers/byte-source.ts'
import { decodeEvent } from '../../../pipeline/readers/dsh/envelope.ts'
import { generationOf } from '../../../pipeline/readers/dsh/generation.ts'
import type { LogMark } from '../../../pipeline/readers/dsh/log-mark.ts'
import { defaultMaxRecordBytes } from '../../../pipeline/readers/dsh/open-log.ts'
import { logBytesFrom } from '../../../pipeline/readers/log-bytes.ts'

/** An event as the index knows it. */
export interface EventPlace {
  readonly seq: number
  /** Of its record, in the decoded log. */
  readonly offset: number
}

/**
 * Reads the events at these places, which must be in the order of the log.
 *
 * @param mark - where the index ends: how the log is to be decoded.
 * @returns `undefined` when any of them is not there: the log is not the one that was indexed.
 * @throws LogError when the log cannot be read.
 */
export async function eventsAt(
  path: string,
  mark: LogMark,
  places: readonly EventPlace[],
): Promise<readonly LogEvent[] | undefined> {
  const generation = generationOf(mark.header.version)
  const events: LogEvent[] = []
  const source = await openFile(path)
  try {
    const bytes = logBytesFrom(source, mark)
    const offsets = places.map(({ offset }) => offset)
    for await (const line of bytes.linesAt(offsets, defaultMaxRecordBytes)) {
      const { seq, offset } = places[events.length] as EventPlace
      const record: unknown = parsed(line)
      const event = isRecord(record) ? decodeEvent(record, offset, generation) : 'no record'
      if (typeof event === 'string' || event.seq !== seq) return undefined
      events.push(event)
    }
  } finally {
    await source.close()
  }
  return events.length === places.length ? events : undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
