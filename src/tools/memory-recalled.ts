/**
 * Tells text that was itself recalled from text that was said: a recall must not find itself.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/index.ts'
import { messageOf } from '../stages/source.ts'
import { historyNotice } from './memory-render.ts'

/** Tools whose results are words of other sessions. */
export const recallTools: ReadonlySet<unknown> = new Set([
  'recall_memory',
  'fetch_session',
  'get_peer_context',
  'sessions_read',
])

/** Whether a message was put into its session as a recall of another one. */
export function isRecallMessage(event: LogEvent): boolean {
  const source = messageOf(event)?.['source']
  return isRecord(source) && source['form'] === 'recall'
}

/** What only results of these tools say, as far as an excerpt of one shows it; white space may have been folded. */
const frames: readonly RegExp[] = [
  /(?:^|\s)Session: \S+ \| seq: \d+ \| \S+ \| (?:current|shadowed|log-only)(?:\s|$)/,
  /(?:^|\s)Session: \S+ \| target seq: \d+ \| window: /,
  /(?:^|\s)\[\d+\] \S+ \(target\)(?:\s|$)/,
]

/** Whether an excerpt of a tool's result shows that the tool was one of these. */
export function isRecallExcerpt(type: string, snippet: string): boolean {
  if (type !== 'tool/result') return false
  return snippet.includes(historyNotice) || frames.some((frame) => frame.test(snippet))
}
