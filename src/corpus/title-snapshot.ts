/**
 * The newest title of a log, in the shape of the harness's session query.
 *
 * @see DSH `packages/session/session-title/src/index.ts`: `foldSessionTitle`
 * @module
 */
import { isRecord, type LogEvent, type SessionHeader } from '../pipeline/event.ts'
import { CorpusError } from './corpus-errors.ts'
import type { TitleRead, TitleSnapshot } from './exact-read.ts'

/**
 * Makes the answer of a title that was read.
 *
 * @param event - the last `session/title` of the log; absent when it has none.
 * @throws CorpusError `SESSION_QUERY_CORRUPT_SESSION` when the event is not what the harness writes.
 */
export function titleRead(header: SessionHeader, event: LogEvent | undefined): TitleRead {
  const session = { ...header }
  return event === undefined ? { session } : { session, title: snapshot(event) }
}

function snapshot({ data, seq, time }: LogEvent): TitleSnapshot {
  const { title, messageSeqs, source } = isRecord(data) ? data : {}
  const copied = isRecord(source) ? sourceOf(source) : undefined
  if (!isIterable(messageSeqs) || copied === undefined) {
    throw new CorpusError('SESSION_QUERY_CORRUPT_SESSION', `event ${seq}: a title that is not what the harness writes`)
  }
  return { title: title as string, messageSeqs: [...messageSeqs], source: copied, eventSeq: seq, updatedAt: time }
}

const isIterable = (value: unknown): value is Iterable<number> => Array.isArray(value) || typeof value === 'string'

function sourceOf({ kind, provider, model }: Readonly<Record<string, unknown>>): TitleSnapshot['source'] | undefined {
  if (kind === 'fallback' || kind === 'user') return { kind }
  if (kind !== 'provider') return undefined
  return { kind, provider, ...(model !== undefined && { model: { ...(model as object) } }) }
}
