/**
 * Why a log could not be read, in words.
 *
 * @module
 */
import { LogError, StageError } from '../src/index.ts'

/**
 * The reason, without the path in front of it.
 *
 * @throws {unknown} `error` itself when it is no failure to read a log: then something is wrong with us.
 */
export function reasonOf(error: unknown, path: string): string {
  const cause = error instanceof StageError ? error.cause : error
  if (cause instanceof LogError)
    return cause.message.startsWith(`${path}: `) ? cause.message.slice(path.length + 2) : cause.message
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (typeof code === 'string' && syscall !== undefined) return `cannot be read (${code})`
  throw error
}
