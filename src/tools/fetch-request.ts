/**
 * What may be asked of `fetch_session`.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import { argumentsOf, countArgument, optionalCount, textArgument } from './memory-arguments.ts'
import { memoryLimits } from './memory-limits.ts'
import { closed, integer, orNull, text } from './memory-schema.ts'

/** A call that is well-formed. */
export interface FetchRequest {
  readonly session_id: string
  readonly seq: number
  readonly before: number
  readonly after: number
  readonly max_chars: number
}

/** JSON schema of the arguments. A hint for the model: {@link fetchRequest} decides. */
export const fetchParameters: JsonSchema = closed(
  {
    session_id: text('Exact session id, as recall_memory gives it.'),
    seq: integer('Seq of the event to show: its place in the log from 0, not a turn number.'),
    before: orNull(integer('Events of the log to show before it, 0 to 20, default 4; every kind of record counts.')),
    after: orNull(integer('Events of the log to show after it, 0 to 20, default 4.')),
    max_chars: orNull(
      integer('Most text in all, 100 to 24000 UTF-16 units, default 12000; the event asked for comes first.'),
    ),
  },
  ['before', 'after', 'max_chars'],
)

/** The request that `args` makes; throws an Error that says what is wrong with them. */
export function fetchRequest(args: unknown): FetchRequest {
  const given = argumentsOf(args, ['session_id', 'seq', 'before', 'after', 'max_chars'])
  return {
    session_id: textArgument(given['session_id'], 'session_id', memoryLimits.sessionId.maxLength),
    seq: countArgument(given['seq'], 'seq', { max: Number.MAX_SAFE_INTEGER }),
    before: optionalCount(given['before'], 'before', memoryLimits.neighbours),
    after: optionalCount(given['after'], 'after', memoryLimits.neighbours),
    max_chars: optionalCount(given['max_chars'], 'max_chars', memoryLimits.text),
  }
}
