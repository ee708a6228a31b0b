/**
 * Looks at the event loop while something long runs.
 *
 * @module
 */
import { expect } from 'vitest'

/** Counts how often a 1 ms timer ran while `work` did, and how long that took. */
export async function watchLoop(work: () => Promise<unknown>): Promise<{ ticks: number; elapsedMs: number }> {
  let ticks = 0
  const timer = setInterval(() => void (ticks += 1), 1)
  const since = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { ticks, elapsedMs: performance.now() - since }
}

/**
 * Aborts `work` a few milliseconds after it began and yields how long the rejection took to arrive.
 * Work that ends before it is aborted fails the test: it was too short to show anything.
 */
export async function abortDelayMs(reason: unknown, work: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const controller = new AbortController()
  let abortedAt = Number.NaN
  setTimeout(() => {
    abortedAt = performance.now()
    controller.abort(reason)
  }, 3)
  await expect(work(controller.signal)).rejects.toBe(reason)
  return performance.now() - abortedAt
}
