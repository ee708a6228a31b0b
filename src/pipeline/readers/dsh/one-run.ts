/**
 * Lets one run have an open log, and keeps straight who closes its file.
 *
 * @module
 */
import type { Batches } from '../../batch.ts'
import { LogError } from '../../errors.ts'
import type { LogEvent } from '../../event.ts'
import type { Reader, Want } from '../../reader.ts'
import type { ByteSource } from '../byte-source.ts'

/** What is handed to the owner of an open log. */
export interface OneRun {
  /** Starts the run. @throws LogError `LOG_CLOSED` when it was started or closed before. */
  readonly read: Reader<LogEvent>
  /** Closes the file unless a run has begun, which then closes it itself. */
  close(): Promise<void>
}

/**
 * Guards an open file.
 *
 * @param file - its path, for errors.
 * @param run - makes the run; calls `begin` at its first `next()`, from when on the file is its own to close.
 */
export function oneRun(
  file: string,
  source: ByteSource,
  run: (want: Want, begin: () => void) => Batches<LogEvent>,
): OneRun {
  let isFree = true
  let isOurs = true
  const begin = (): void => void (isOurs = false)
  return {
    read(want) {
      if (!isFree) throw new LogError('LOG_CLOSED', `${file}: was read before; open it again`)
      isFree = false
      return run(want, begin)
    },
    async close() {
      isFree = false
      if (!isOurs) return
      isOurs = false
      await source.close()
    },
  }
}

/** The error with which opening `file` failed, its message beginning with the path. */
export const atFile = (file: string, error: unknown): unknown =>
  error instanceof LogError ? new LogError(error.code, `${file}: ${error.message}`, { cause: error }) : error
