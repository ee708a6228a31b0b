/**
 * The bounds of `recall_memory` and `fetch_session`. Lengths are UTF-16 units.
 *
 * @module
 */

/** The contract's bounds. */
export const memoryLimits = {
  query: { maxLength: 1000 },
  sessionId: { maxLength: 2000 },
  cwd: { maxLength: 4000 },
  cursor: { maxLength: 16_000 },
  /** Hits of one page. */
  hits: { default: 20, max: 50 },
  /** Raw events on each side of the target. */
  neighbours: { default: 4, max: 20 },
  /** Text of one window. */
  text: { min: 100, default: 12_000, max: 24_000 },
  /** One snippet. */
  snippet: { maxLength: 500 },
  /** A page as text. */
  rendered: { maxLength: 39_999 },
} as const
