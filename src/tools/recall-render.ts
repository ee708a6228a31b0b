/**
 * A page of `recall_memory` as text.
 *
 * @module
 */
import { memoryLimits } from './memory-limits.ts'
import { historyNotice, shown, shownName } from './memory-render.ts'
import type { MemoryCoverage } from './memory-port.ts'
import type { RecallResult, RecallValue } from './recall-value.ts'

/** The page as a model or a person reads it; under 40,000 UTF-16 units whatever the hits hold. */
export function renderRecall(value: RecallValue): string {
  const { results, scope, inherited_repeats: repeats = 0 } = value
  const counted = `DSH session search: ${results.length - repeats} match(es) [${scope}]`
  const head = [historyNotice, repeats === 0 ? counted : `${counted}, ${repeats} more inherited by forks`]
  const tail = tailOf(value)
  let left = memoryLimits.rendered.maxLength - lengthOf(head) - lengthOf(tail) - 100
  const hits: string[] = []
  for (const result of results) {
    const hit = hitText(result)
    left -= hit.length + 1
    if (left < 0) break
    hits.push(hit)
  }
  const hidden = results.length - hits.length
  const note = hidden === 0 ? [] : [`\n[${hidden} more of this page not shown; search again with a smaller limit.]`]
  return [...head, ...hits, ...note, ...tail].join('\n')
}

function hitText({ session_id: id, seq, type, surface, cwd, snippet, ...result }: RecallResult): string {
  const inherited = result.inherited === true ? ' | inherited' : ''
  return [
    `\nSession: ${shownName(id, 2000)} | seq: ${seq} | ${shownName(type, 64)} | ${shownName(surface, 16)}${inherited}`,
    `CWD: ${cwd === null ? '(unset)' : shownName(cwd, 100)}`,
    shown(snippet),
    ...(result.snippet_truncated ? ['[Snippet shortened; use fetch_session.]'] : []),
  ].join('\n')
}

function tailOf({ results, next_cursor: cursor, ...value }: RecallValue): string[] {
  const tail: string[] = []
  if (results.length === 0) tail.push('No eligible match in this page.')
  if (value.excluded_subagent_sessions > 0) {
    tail.push(`Excluded subagent sessions: ${value.excluded_subagent_sessions}`)
  }
  if (value.excluded_self !== undefined) {
    tail.push(`Left out as words of this step or as recalled before: ${value.excluded_self}`)
  }
  if (value.coverage !== undefined) tail.push(coverageText(value.coverage))
  if (cursor !== undefined) {
    const isUsable = cursor.length <= memoryLimits.cursor.maxLength
    tail.push(`\nNext cursor (repeat the same search arguments): ${isUsable ? cursor : '(too long to be given back)'}`)
  }
  return tail
}

/** What was searched and what was not, in one line. */
function coverageText(coverage: MemoryCoverage): string {
  const { sessions, bytes, left_sessions: left = 0, left_bytes: leftBytes = 0, left_because: because } = coverage
  const { unreadable_sessions: unreadable = 0, damaged_records: damaged = 0 } = coverage
  const parts = [`Searched: ${sessions} session(s), ${megabytes(bytes)}.`]
  if (left > 0)
    parts.push(`Not searched yet: ${left} session(s), ${megabytes(leftBytes)} (${shownName(because ?? '', 40)}).`)
  if (unreadable > 0) parts.push(`Cannot be read: ${unreadable}.`)
  if (damaged > 0) parts.push(`Damaged records passed over: ${damaged}.`)
  return parts.join(' ')
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0)
