/**
 * What is wrong with one place of a store.
 *
 * @module
 */
import { LogError, type LogErrorCode } from '../pipeline/errors.ts'

/** A file or folder that cannot be read. The message is the place, then the reason. */
export class PlaceError extends LogError {
  /** Absolute path. */
  readonly place: string
  /** Why, in words. */
  readonly reason: string

  constructor(place: string, code: LogErrorCode, reason: string, options?: ErrorOptions) {
    super(code, `${place}: ${reason}`, options)
    this.place = place
    this.reason = reason
  }
}

/**
 * Words a failure to read `place`.
 *
 * @throws {unknown} `error` itself when it is no failure to read: then something is wrong with us.
 */
export function failedAt(place: string, error: unknown): PlaceError {
  if (error instanceof PlaceError) return error
  if (error instanceof LogError) return new PlaceError(place, error.code, reasonOf(error, place), { cause: error })
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (typeof code !== 'string' || syscall === undefined) throw error
  return new PlaceError(place, 'LOG_NOT_READABLE', `cannot be read (${code})`, { cause: error })
}

/** The message without the path in front of it. */
export const reasonOf = ({ message }: LogError, path: string): string =>
  message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message
