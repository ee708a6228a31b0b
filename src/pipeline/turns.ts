/**
 * Keeps a long read polite: a real turn of the event loop every few milliseconds, and a look at the signal.
 *
 * Awaiting promises that are ready never lets a timer or an abort in; only a macrotask does.
 * @module
 */

/** Longest time a reader works between two turns of the event loop, in milliseconds. */
export const maxStretchMs = 10

/** A clock for one run of a reader. */
export interface Turns {
  /** Whether it is time to `await next()`. */
  due(): boolean
  /** Gives the event loop a turn, then throws the signal's reason when it was aborted. */
  next(): Promise<void>
}

const macrotask: () => Promise<void> =
  typeof setImmediate === 'function'
    ? () => new Promise((resolve) => void setImmediate(resolve))
    : () => new Promise((resolve) => void setTimeout(resolve, 0))

/** Starts the clock of one run. */
export function turns(signal?: AbortSignal): Turns {
  let since = performance.now()
  return {
    due: () => performance.now() - since >= maxStretchMs,
    async next() {
      await macrotask()
      since = performance.now()
      signal?.throwIfAborted()
    },
  }
}
