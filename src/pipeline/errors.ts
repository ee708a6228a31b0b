/**
 * The two errors a stream can end with: the log could not be read, or a stage could not go on.
 *
 * @module
 */

/** Every way in which a log can be refused. Closed: doors map each to words. */
export type LogErrorCode =
  | 'LOG_NOT_FOUND'
  | 'LOG_NOT_READABLE'
  | 'LOG_NOT_A_FILE'
  | 'LOG_EMPTY'
  | 'LOG_HEADER_INVALID'
  | 'LOG_VERSION_UNSUPPORTED'
  | 'LOG_ENCODING_UNSUPPORTED'
  | 'LOG_SURFACE_INVALID'
  | 'LOG_CHANGED'
  | 'LOG_DAMAGED'
  | 'LOG_REREAD_FAILED'
  | 'LOG_NEEDS_FULL_READ'
  | 'LOG_CLOSED'

/** The log cannot be read, or cannot be understood without guessing. */
export class LogError extends Error {
  override readonly name: string = 'LogError'
  readonly code: LogErrorCode

  /**
   * @param code - what is wrong, for programs.
   * @param message - what, where and what to do, in a plain sentence; never text from the log itself.
   */
  constructor(code: LogErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A kernel threw. `cause` is what it threw; `stageName` is the stage it happened in. */
export class StageError extends Error {
  override readonly name: string = 'StageError'
  readonly stageName: string

  constructor(stageName: string, cause: unknown) {
    super(`stage ${stageName}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.stageName = stageName
  }
}
