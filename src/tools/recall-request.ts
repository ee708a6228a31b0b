/**
 * What may be asked of `recall_memory`.
 *
 * @module
 */
import type { JsonSchema } from './json-schema.ts'
import { argumentsOf, optionalCount, optionalText, textArgument } from './memory-arguments.ts'
import { memoryLimits } from './memory-limits.ts'
import { closed, integer, orNull, text } from './memory-schema.ts'

/** A call that is well-formed; a key that was left out is absent. */
export interface RecallRequest {
  /** Its runs of white space are one blank each. */
  readonly query: string
  readonly limit: number
  readonly session_id?: string
  readonly cwd?: string
  readonly cursor?: string
}

/** JSON schema of the arguments. A hint for the model: {@link recallRequest} decides. */
export const recallParameters: JsonSchema = closed(
  {
    query: text(
      'Word or phrase to find, at most 1000 characters. Matched as written: quotes, OR, NEAR and * are plain text. ' +
        'The host matches whole words and phrases, not parts of words.',
    ),
    session_id: orNull(text('Search the events of this one session, by its exact id. Not together with cwd.')),
    cwd: orNull(
      text(
        'Only sessions recorded with exactly this working directory. Left out or null: all sessions, also those of ' +
          'other directories. Not together with session_id.',
      ),
    ),
    limit: orNull(integer('Hits per page, 1 to 50, default 20. A page may hold fewer and still go on.')),
    cursor: orNull(
      text(
        'next_cursor of the page before, with the same query, scope and limit. When stale, search again without it.',
      ),
    ),
  },
  ['session_id', 'cwd', 'limit', 'cursor'],
)

/** The request that `args` makes; throws an Error that says what is wrong with them. */
export function recallRequest(args: unknown): RecallRequest {
  const given = argumentsOf(args, ['query', 'session_id', 'cwd', 'limit', 'cursor'])
  const query = textArgument(given['query'], 'query', memoryLimits.query.maxLength).replace(/\s+/gu, ' ')
  const limit = optionalCount(given['limit'], 'limit', { min: 1, ...memoryLimits.hits })
  const sessionId = optionalText(given['session_id'], 'session_id', memoryLimits.sessionId.maxLength)
  const cwd = optionalText(given['cwd'], 'cwd', memoryLimits.cwd.maxLength)
  const cursor = optionalText(given['cursor'], 'cursor', memoryLimits.cursor.maxLength)
  if (sessionId !== undefined && cwd !== undefined) throw new Error('Use session_id or cwd, not both.')
  return {
    query,
    limit,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(cwd !== undefined && { cwd }),
    ...(cursor !== undefined && { cursor }),
  }
}
