/**
 * Every way in which a search is refused. A cancellation is none of them: it rejects with the signal's own reason.
 *
 * @see DSH `packages/session-query/session-query/src/config.ts`: `SessionQueryError`
 * @module
 */

/** What was wrong, for programs. Closed. The first three are those of the harness, by the same names. */
export type SearchErrorCode =
  | 'SESSION_QUERY_STALE_CURSOR'
  | 'SESSION_QUERY_INVALID_CURSOR'
  | 'SESSION_QUERY_SESSION_NOT_FOUND'
  | 'SEARCH_INDEX_UNSUPPORTED'
  | 'SEARCH_INDEX_UNSAFE'
  | 'SEARCH_INDEX_FAILED'

/** A search was refused. */
export class SearchError extends Error {
  override readonly name: string = 'SearchError'
  readonly code: SearchErrorCode

  /** @param message - what, where and what to do, in a plain sentence; never text from a log. */
  constructor(code: SearchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
