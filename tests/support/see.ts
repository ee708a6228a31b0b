/**
 * Reads a log through the whole library, from bytes to views, and gives back everything a caller could know.
 *
 * @module
 */
import { collect, LogError, pipe, StageError, type SessionHeader, type Stage } from '../../src/pipeline/index.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { openLog, type LogReport, type OpenLog, type OpenLogOptions } from '../../src/pipeline/readers/index.ts'
import { overview, type Activity, type Conversation, type OverviewOptions } from '../../src/stages/index.ts'
import { countingSource, type CountingSourceOptions } from './counting-source.ts'

/** What the overview shows of a log. */
export interface Views {
  readonly conversation: Conversation
  readonly activity: Activity
  readonly title: string | null
}
/** One read from its first byte to its last. */
export interface Seen<V = Views> {
  readonly header: SessionHeader
  readonly views: V
  readonly report: LogReport
}
export interface SeeOptions extends OpenLogOptions, CountingSourceOptions, OverviewOptions {
  /** The file name it goes by. @defaultValue one that says nothing about a version */
  readonly path?: string
}

/** The overview of a log in memory. */
export async function see(content: string | Buffer, options: SeeOptions = {}): Promise<Seen> {
  const { path = 'a log in memory' } = options
  const log = await openLog(path, { open: countingSource(content, options).open, ...options })
  return seeLog(log, options)
}

/** The overview of a log that is open. */
export async function seeLog(log: OpenLog, options: OverviewOptions = {}): Promise<Seen> {
  const limits = { fromSeq: log.header.seedLength ?? 0, ...options }
  return { header: log.header, views: await viewsOf<Views>(log, overview(limits)), report: log.report }
}

/** The items that a view yields, as one value. */
export const viewsOf = async <V>(log: OpenLog, view: Stage<LogEvent, unknown>): Promise<V> =>
  Object.assign({}, ...(await collect(pipe(log.read, view)))) as V

/** The texts a read shows. */
export const textsOf = ({ views }: Seen): string[] => views.conversation.messages.map(({ text }) => text)

/** Why a log was refused: the code and the words. Every other error is thrown on. */
export interface Refused {
  readonly code: LogError['code']
  readonly message: string
}

/** What `read` gives, or why the log was refused. */
export async function seenOrRefused<T>(read: () => Promise<T>): Promise<T | Refused> {
  try {
    return await read()
  } catch (error) {
    const cause = error instanceof StageError ? error.cause : error
    if (cause instanceof LogError) return { code: cause.code, message: cause.message }
    throw error
  }
}
