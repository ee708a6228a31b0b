/**
 * Asks a host one question under a signal: checked before, handed on by the caller, checked after.
 *
 * @module
 */

/**
 * Resolves with the answer, or rejects with the signal's own reason once it is aborted, whatever the answer was.
 *
 * The answer is awaited even then, so nothing of the question still runs when the tool has ended.
 */
export async function checked<T>(signal: AbortSignal | undefined, question: () => Promise<T> | T): Promise<T> {
  signal?.throwIfAborted()
  try {
    return await question()
  } finally {
    // Throwing here replaces the answer as well as the host's own failure: both come too late.
    signal?.throwIfAborted()
  }
}
