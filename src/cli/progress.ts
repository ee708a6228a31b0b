/**
 * Says how far a long command is, to a person who waits for it.
 *
 * @module
 */

/** Milliseconds before anything is said, and between one saying and the next. */
const quietMs = 500
const everyMs = 100

/** How far something is. */
export interface Progress {
  /** One more is done. */
  step(): void
  /** Takes back what was said. To be called in any case. */
  end(): void
}

/**
 * Starts to count.
 *
 * @param words - what is done, as in `titles read`.
 * @param write - where to say it; absent when nobody watches.
 */
export function progress(
  words: string,
  total: number,
  write: ((text: string) => void) | undefined,
  now: () => number = () => performance.now(),
): Progress {
  let done = 0
  let isShown = false
  let next = now() + quietMs
  return {
    step() {
      done += 1
      if (write === undefined || now() < next) return
      next = now() + everyMs
      isShown = true
      write(`\r${done} of ${total} ${words}`)
    },
    end() {
      if (isShown) write?.('\r\u001b[K')
    },
  }
}
