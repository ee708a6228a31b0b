/**
 * Reads the text of a log as if it stood in a file, and gives back everything the reader found.
 *
 * @module
 */
import { collect, pipe, type LogEvent, type SessionHeader } from '../../src/pipeline/index.ts'
import { openLog, type LogReport, type OpenLogOptions } from '../../src/pipeline/readers/index.ts'
import { countingSource, type CountingSourceOptions } from './counting-source.ts'

/** One read from its first byte to its last. */
export interface ReadLog {
  readonly header: SessionHeader
  readonly events: readonly LogEvent[]
  readonly report: LogReport
}

/** How the text is read. */
export interface ReadTextOptions extends Omit<OpenLogOptions, 'open'>, CountingSourceOptions {
  /** Event types that are asked for. @defaultValue all */
  readonly reads?: readonly string[]
}

/** Reads a whole log. */
export async function readText(text: string | Buffer, options: ReadTextOptions = {}): Promise<ReadLog> {
  const { reads, maxReadBytes, remainingBytes, ...open } = options
  const behaviour = { ...(maxReadBytes && { maxReadBytes }), ...(remainingBytes !== undefined && { remainingBytes }) }
  const log = await openLog('a log in memory', { ...open, open: countingSource(text, behaviour).open })
  const events = await collect(pipe((want) => log.read({ ...want, ...(reads && { reads }) })))
  return { header: log.header, events, report: log.report }
}

/** Lines as a file holds them: each with its line end. */
export const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
