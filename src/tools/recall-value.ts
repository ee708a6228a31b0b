/**
 * The value of `recall_memory`, and its schema. Keys that would say nothing are absent.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import type { MemoryCoverage } from './memory-port.ts'
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
  /** How much was searched. Absent where the host does not say. */
  readonly coverage?: MemoryCoverage
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
    coverage: closed(
      {
        sessions: integer(),
        bytes: integer(),
        left_sessions: integer(),
        left_bytes: integer(),
        left_because: text(),
        unreadable_sessions: integer(),
        damaged_records: integer(),
      },
      ['left_sessions', 'left_bytes', 'left_because', 'unreadable_sessions', 'damaged_records'],
    ),
    next_cursor: text(),
  },
  ['excluded_self', 'inherited_repeats', 'coverage', 'next_cursor'],
)
