/**
 * Lets a stream that waits be left while it waits.
 *
 * @module
 */

/**
 * Runs a generator that is told by a signal when its reader goes away.
 *
 * A generator alone takes up `return()` only when its pending `next()` has settled, and one that waits for a file to
 * grow may wait for ever. The signal is aborted first, so that the generator can end by itself.
 */
export function stoppable<T>(run: (stop: AbortSignal) => AsyncGenerator<T, void>): AsyncIterableIterator<T, void> {
  const stop = new AbortController()
  const items = run(stop.signal)
  return {
    next: () => items.next(),
    return() {
      stop.abort()
      return items.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
