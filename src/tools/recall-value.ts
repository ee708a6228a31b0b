/**
 * The value of `recall_memory`, and its schema. Keys that would say nothing are absent.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import { closed, integer, list, oneOfWords, orNull, text, yesOrNo } from './memory-schema.ts'

/** One event that was found. */
export interface RecallResult {
  readonly session_id: string
  readonly cwd: string | null
  /** Unix epoch milliseconds, as `time`. */
  readonly created_at: number
  /** With `persisted`: in a search across sessions only. */
  readonly live?: boolean
  readonly persisted?: boolean
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly surface: string
  readonly snippet: string
  readonly snippet_truncated: boolean
  /** The event came from the session this one was forked from. */
  readonly inherited?: true
}

/** One page. */
export interface RecallValue {
  readonly source: 'dsh'
  readonly query: string
  readonly scope: 'all' | 'cwd' | 'session'
  readonly results: readonly RecallResult[]
  readonly excluded_subagent_sessions: number
  /** Hits left out because they are the caller's own words, or were recalled before. Absent: none. */
  readonly excluded_self?: number
  /** Results that are an event another result already is, by inheritance. Absent: none. */
  readonly inherited_repeats?: number
  readonly next_cursor?: string
}

/** JSON schema of {@link RecallValue}. */
export const recallSchema: JsonSchema = closed(
  {
    source: oneOfWords('dsh'),
    query: text(),
    scope: oneOfWords('all', 'cwd', 'session'),
    results: list(
      closed(
        {
          session_id: text(),
          cwd: orNull(text()),
          created_at: integer(),
          live: yesOrNo,
          persisted: yesOrNo,
          seq: integer(),
          type: text(),
          time: integer(),
          surface: text(),
          snippet: text(),
          snippet_truncated: yesOrNo,
          inherited: yesOrNo,
        },
        ['live', 'persisted', 'inherited'],
      ),
    ),
    excluded_subagent_sessions: integer(),
    excluded_self: integer(),
    inherited_repeats: integer(),
    next_cursor: text(),
  },
  ['excluded_self', 'inherited_repeats', 'next_cursor'],
)
