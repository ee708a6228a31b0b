/**
 * The value of `fetch_session`, and its schema.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import { closed, integer, list, oneOfWords, orNull, text, yesOrNo } from './memory-schema.ts'

/** One event of the window; `text` is empty for records that say nothing. */
export interface FetchedEvent {
  readonly seq: number
  readonly type: string
  /** Unix epoch milliseconds. */
  readonly time: number
  readonly text: string
  readonly text_truncated: boolean
  /** `current`, `shadowed` or `log-only`, where the host can say it (D4). */
  readonly surface?: string
}

/** A window of a log. */
export interface FetchValue {
  readonly source: 'dsh'
  readonly session_id: string
  readonly cwd: string | null
  /** Unix epoch milliseconds. */
  readonly created_at: number
  readonly target_seq: number
  readonly start_seq: number
  /** Inclusive. */
  readonly end_seq: number
  readonly inherited_event_count: number
  readonly events: readonly FetchedEvent[]
  /** Whether the text of any event was cut. */
  readonly truncated: boolean
}

/** JSON schema of {@link FetchValue}. */
export const fetchSchema: JsonSchema = closed({
  source: oneOfWords('dsh'),
  session_id: text(),
  cwd: orNull(text()),
  created_at: integer(),
  target_seq: integer(),
  start_seq: integer(),
  end_seq: integer(),
  inherited_event_count: integer(),
  events: list(
    closed({ seq: integer(), type: text(), time: integer(), text: text(), text_truncated: yesOrNo, surface: text() }, [
      'surface',
    ]),
  ),
  truncated: yesOrNo,
})
