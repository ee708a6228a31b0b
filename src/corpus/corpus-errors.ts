/**
 * Every way in which a call on a corpus can be refused. A cancellation is none of them: it rejects with the signal's
 * own reason.
 *
 * @see DSH `packages/session-query/session-query/src/config.ts`: `SessionQueryError`
 * @module
 */

/** What was wrong, for programs. Closed: doors map each to words. Those of the harness, by the same names. */
export type CorpusErrorCode =
  | 'SESSION_QUERY_CORRUPT_SESSION'
  | 'SESSION_QUERY_EVENT_NOT_FOUND'
  | 'SESSION_QUERY_INVALID_CONFIG'
  | 'SESSION_QUERY_INVALID_SURFACE'
  | 'SESSION_QUERY_INVALID_WINDOW'
  | 'SESSION_QUERY_PERSISTENCE_FAILED'
  | 'SESSION_QUERY_SESSION_NOT_FOUND'
  | 'SESSION_QUERY_SOURCE_CONFLICT'

/** A call on a corpus was refused. */
export class CorpusError extends Error {
  override readonly name: string = 'CorpusError'
  readonly code: CorpusErrorCode

  /** @param message - what, where and what to do, in a plain sentence; never text from a log. */
  constructor(code: CorpusErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
