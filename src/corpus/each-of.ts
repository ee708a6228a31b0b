/**
 * Works on many items, some at a time.
 *
 * @module
 */

/**
 * Calls `work` for each item, at most `limit` at a time. After a failure, or when the signal is aborted, no further
 * one is begun; what has begun is waited for, so nothing is left open.
 *
 * @throws {unknown} what `items` or `work` threw first, or the signal's own reason.
 */
export async function eachOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const source = stream(items)
  let failure: { readonly error: unknown } | undefined
  const worker = async (): Promise<void> => {
    try {
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        if (failure !== undefined) return
        signal?.throwIfAborted()
        await work(next.value)
      }
    } catch (error) {
      failure ??= { error }
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  await source.return()
  if (failure !== undefined) throw failure.error
}

/** A generator hands out one item at a time, however many ask at once. */
async function* stream<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void> {
  yield* items
}
