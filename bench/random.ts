/**
 * Seeded randomness: the same seed tells the same story on every machine.
 *
 * @module
 */

/** A source of numbers that only its seed decides. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  /** A whole number, at least 1, exponentially distributed around `mean`. */
  around(mean: number): number
  pick<T>(list: readonly T[]): T
  hex(length: number): string
}

/** Starts the generator (splitmix32: a counter, mixed). */
export function random(seed: number): Random {
  let counter = seed | 0
  const next = (): number => {
    counter = (counter + 0x9e3779b9) | 0
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    around: (mean) => Math.max(1, Math.round(-Math.log(1 - next()) * mean)),
    pick: (list) => list[int(0, list.length - 1)] as (typeof list)[number],
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  }
}
