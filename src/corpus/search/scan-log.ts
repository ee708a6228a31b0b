/**
 * Looks for a query in a log by reading it.
 *
 * @module
 */
import { openLog } from '../../pipeline/readers/dsh/open-log.ts'
import { retryChanged } from '../../pipeline/readers/retry-changed.ts'
import type { StoredSession } from '../log-store.ts'
import type { Literal } from './literal-match.ts'
import { LogDocuments, type LogDocument } from './log-documents.ts'
import type { LogAsk, LogFinding } from './log-searcher.ts'
import { mayHold } from './may-hold.ts'
import { NewestHits } from './newest-hits.ts'
import { readTypes, type SearchRules } from './search-rules.ts'
import { searchSnippet } from './search-snippet.ts'

/**
 * Reads the bytes of the log, and only when they may hold the query its records too. Holds one block and one record,
 * the surface of the log (24 bytes per node) and the snippets that are wanted.
 *
 * @throws LogError when the log cannot be read, and the signal's own reason.
 */
export async function scanLog(
  { path, header }: StoredSession,
  literal: Literal,
  ask: LogAsk,
  rules: SearchRules,
  signal: AbortSignal | undefined,
): Promise<LogFinding> {
  return retryChanged(async () => {
    if (await mayHold(path, literal.query, rules, signal)) return readRecords(path, literal, ask, rules, signal)
    const inheritedEventCount = header.seedLength ?? 0
    return { hits: [], hasMore: false, recalled: 0, inheritedEventCount, damagedRecords: 0 }
  })
}

async function readRecords(
  path: string,
  literal: Literal,
  ask: LogAsk,
  rules: SearchRules,
  signal: AbortSignal | undefined,
): Promise<LogFinding> {
  const { header, read, report } = await openLog(path)
  const { beforeSeq = Number.POSITIVE_INFINITY } = ask
  const documents = new LogDocuments(rules, header)
  const newest = new NewestHits(ask)
  const take = ({ text, recalled, ...event }: LogDocument): void => {
    if (event.seq >= beforeSeq) return
    const hit = literal.find(text)
    if (hit === undefined) return
    if (recalled) newest.addRecalled()
    else newest.add({ ...event, snippet: searchSnippet(text, hit) })
  }
  const shadow = (seqs: readonly number[]): void => newest.shadow(seqs)
  for await (const events of read({ reads: readTypes, ...(signal && { signal }) })) {
    for (const event of events) documents.take(event, take, shadow)
  }
  const { inheritedEventCount } = documents
  const { damagedRecords } = report
  return { ...newest.finding((surface) => documents.settled(surface)), inheritedEventCount, damagedRecords }
}
