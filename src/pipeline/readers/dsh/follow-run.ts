/**
 * One run that follows a log from file to file.
 *
 * @module
 */
import { dirname } from 'node:path'
import { LogError } from '../../errors.ts'
import type { LogEvent } from '../../event.ts'
import type { ByteSource } from '../byte-source.ts'
import { folderWatch } from '../folder-watch.ts'
import type { FollowSigns } from './file-growth.ts'
import { followedFile } from './followed-file.ts'
import { generationWatch } from './generation-watch.ts'
import { findLogFile } from './log-file.ts'
import type { LogReport } from './log-report.ts'
import { messageId, rotatedEvent, seqOfMessage } from './rotation.ts'

/** What a run is told. */
export interface FollowRunOptions {
  /** First seq that is yielded; absent: only what is written from now on. */
  readonly fromSeq: number | undefined
  readonly reads: readonly string[] | undefined
  readonly signal: AbortSignal | undefined
  readonly stop: AbortSignal
  readonly pollMs: number
  readonly maxRecordBytes: number
  readonly open: (path: string) => Promise<ByteSource>
  /** Called with the live figures of each file. */
  readonly tell: (report: LogReport) => void
}

/** How far a run has come. */
interface Place {
  fromSeq: number | undefined
  /** Id of the newest message that was read, asked for or not; `undefined` when it has none. */
  lastMessage: string | undefined
}

/** Yields the events as they come; closes files and watcher in the end. */
export async function* followRun(path: string, options: FollowRunOptions): AsyncGenerator<readonly LogEvent[], void> {
  options.signal?.throwIfAborted()
  let file: string | undefined = await findLogFile(path)
  const watch = folderWatch(dirname(file), options.pollMs)
  const signs: FollowSigns = { ...options, watch, generations: await generationWatch(file) }
  const place: Place = { fromSeq: options.fromSeq, lastMessage: undefined }
  try {
    for (let isFirst = true; file !== undefined; isFirst = false) {
      const current: string = file
      const source = await options.open(current)
      try {
        file = yield* fileEvents(current, source, isFirst, signs, place, options)
      } catch (error) {
        throw named(current, error)
      } finally {
        await source.close()
      }
    }
  } finally {
    watch.close()
  }
}

/** Yields the events of one file, behind a mark when it is not the first. */
async function* fileEvents(
  path: string,
  source: ByteSource,
  isFirst: boolean,
  signs: FollowSigns,
  place: Place,
  options: FollowRunOptions,
): AsyncGenerator<readonly LogEvent[], string | undefined> {
  const { reads, signal } = options
  const file = await followedFile(path, source, signs, options.maxRecordBytes)
  if (typeof file !== 'object') return file
  options.tell(file.report)
  // Messages are read in any case: they say where a newer generation goes on.
  const messages = Object.keys(file.generation.messages)
  try {
    if (!isFirst) {
      const want = { reads: messages, ...(signal !== undefined && { signal }) }
      const { lastMessage } = place
      const afterSeq = lastMessage === undefined ? null : await seqOfMessage(path, lastMessage, want, options.open)
      place.fromSeq = (afterSeq ?? -1) + 1
      yield [rotatedEvent(path, file.generation.version, afterSeq)]
    }
    const followed = file.events(reads && [...new Set([...reads, ...messages])])
    for (;;) {
      const next = await followed.next()
      if (next.done === true) return next.value
      const { events, isNew } = next.value
      for (const event of events) if (messages.includes(event.type)) place.lastMessage = messageId(event)
      const from = place.fromSeq ?? (isNew ? 0 : Number.POSITIVE_INFINITY)
      const wanted = events.filter(({ type, seq }) => seq >= from && (reads === undefined || reads.includes(type)))
      if (wanted.length > 0) yield wanted
    }
  } finally {
    await file.close()
  }
}

/** The same error, its message beginning with the file. */
const named = (file: string, error: unknown): unknown =>
  error instanceof LogError && !error.message.startsWith(file)
    ? new LogError(error.code, `${file}: ${error.message}`, { cause: error })
    : error
