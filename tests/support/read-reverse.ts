/**
 * Reads a log from its end as if it stood in a file, and gives back everything the reader found.
 *
 * @module
 */
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openReverse, type OpenReverseOptions, type ReverseReport } from '../../src/pipeline/readers/index.ts'
import { countingSource, type CountingSourceOptions } from './counting-source.ts'

/** How the log is read. */
export interface ReadReverseOptions extends Omit<OpenReverseOptions, 'open'>, CountingSourceOptions {
  /** Event types that are asked for. @defaultValue all */
  readonly reads?: readonly string[]
}

/** Reads a whole log, the newest event first. */
export async function readReverse(
  content: string | Buffer,
  options: ReadReverseOptions = {},
): Promise<{ readonly events: readonly LogEvent[]; readonly report: ReverseReport }> {
  const { reads, maxReadBytes, ...open } = options
  const source = countingSource(content, maxReadBytes === undefined ? {} : { maxReadBytes })
  const log = await openReverse('a log in memory', { ...open, open: source.open })
  const events = await collect(pipe((want) => log.read({ ...want, ...(reads && { reads }) })))
  return { events, report: log.report }
}
