/**
 * Looks for a query in one log through the index: finds candidates there, and looks at each in the log itself.
 *
 * @module
 */
import type { DatabaseSync } from 'node:sqlite'
import { LogError } from '../../../pipeline/errors.ts'
import type { FoundEvent } from '../corpus-search.ts'
import type { Literal } from '../literal-match.ts'
import type { LogAsk, LogFinding } from '../log-searcher.ts'
import type { SearchRules } from '../search-rules.ts'
import { searchSnippet } from '../search-snippet.ts'
import { isRecalledIn, surfaceIn } from './event-marks.ts'
import { eventsAt, type EventPlace } from './event-texts.ts'
import { eventId, maxSeq, seqOf, type IndexedTo, type SessionRow } from './session-rows.ts'

/** An event that may hold the query. */
interface Candidate extends EventPlace {
  readonly marks: number
}

const candidatesSql = `
  SELECT words.rowid AS id, events.offset, events.marks FROM words JOIN events ON events.id = words.rowid
  WHERE words MATCH ? AND words.rowid BETWEEN ? AND ? ORDER BY words.rowid DESC LIMIT ?
`

/** Candidates that are looked at in one opening of the log, at most. */
const mostAtOnce = 256

/**
 * @returns `undefined` when the log is not as it was indexed: it then has to be read.
 * @throws LogError when it cannot be.
 */
export async function searchIndexed(
  db: DatabaseSync,
  row: SessionRow,
  to: IndexedTo,
  { phrase, literal }: { readonly phrase: string; readonly literal: Literal },
  { limit, beforeSeq = maxSeq + 1 }: LogAsk,
  rules: SearchRules,
  signal: AbortSignal | undefined,
): Promise<LogFinding | undefined> {
  const find = db.prepare(candidatesSql)
  const hits: FoundEvent[] = []
  let hasMore = false
  let recalled = 0
  // Behind the last hit of the page: counted only when nothing comes after it.
  let recalledBehind = 0
  let before = beforeSeq
  for (let count = limit + 1; !hasMore && before > 0; count = Math.min(mostAtOnce, count * 2)) {
    signal?.throwIfAborted()
    const found = find.all(phrase, eventId(row.key, 0), eventId(row.key, before - 1), count)
    const candidates = found.map(({ id, offset, marks }): Candidate => {
      return { seq: seqOf(id as number), offset: offset as number, marks: marks as number }
    })
    const texts = await textsOf(row.path, to, candidates, rules)
    if (texts === undefined) return undefined
    for (const { seq, marks } of candidates) {
      const event = texts.get(seq)
      const hit = event && literal.find(event.text)
      if (event === undefined || hit === undefined) continue
      if (isRecalledIn(marks)) {
        if (hits.length < limit) recalled += 1
        else recalledBehind += 1
      } else if (hits.length === limit) {
        hasMore = true
        break
      } else {
        const surface = row.isLost && surfaceIn(marks) === 'current' ? 'unknown' : surfaceIn(marks)
        hits.push({ seq, type: event.type, time: event.time, surface, snippet: searchSnippet(event.text, hit) })
      }
    }
    if (candidates.length < count) break
    before = candidates.at(-1)?.seq ?? 0
  }
  const { inheritedEventCount, damagedRecords } = row
  return { hits, hasMore, recalled: recalled + (hasMore ? 0 : recalledBehind), inheritedEventCount, damagedRecords }
}

type EventText = Pick<FoundEvent, 'type' | 'time'> & { readonly text: string }

async function textsOf(
  path: string,
  to: IndexedTo,
  candidates: readonly Candidate[],
  rules: SearchRules,
): Promise<ReadonlyMap<number, EventText> | undefined> {
  if (candidates.length === 0) return new Map()
  try {
    const events = await eventsAt(path, to.mark, candidates.toReversed())
    if (events === undefined) return undefined
    return new Map(
      events.map((event) => {
        const { seq, type, time } = event
        return [seq, { type, time, text: rules.textOf(event).toWellFormed() }]
      }),
    )
  } catch (error) {
    const { code } = error as LogError
    if (error instanceof LogError && (code === 'LOG_REREAD_FAILED' || code === 'LOG_CHANGED')) return undefined
    throw error
  }
}
