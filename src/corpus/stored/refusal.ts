/**
 * Words an exact read's failure as the corpus does: everything that keeps a stored log from being read is a failure of
 * the store.
 *
 * @module
 */
import { LogError } from '../../pipeline/errors.ts'
import { CorpusError } from '../corpus-errors.ts'

/** Runs a read of the log at `path`. @throws CorpusError, naming the path; the signal's own reason first of all. */
export async function orRefused<T>(path: string, signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw refusal(path, signal, error)
  }
}

/** What is to be thrown for `error`. */
export function refusal(path: string, signal: AbortSignal | undefined, error: unknown): unknown {
  if (signal?.aborted === true) return signal.reason
  if (!(error instanceof CorpusError || error instanceof LogError)) return error
  const code = error instanceof CorpusError ? error.code : 'SESSION_QUERY_PERSISTENCE_FAILED'
  // That an event is not there is no fault of the file.
  if (code === 'SESSION_QUERY_EVENT_NOT_FOUND') return error
  const { message } = error
  return new CorpusError(code, message.startsWith(path) ? message : `${path}: ${message}`, { cause: error })
}
