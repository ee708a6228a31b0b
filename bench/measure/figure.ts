/**
 * A number that was taken several times: its median, and how far it strayed.
 *
 * @module
 */

/** Median, smallest and largest of some samples. */
export interface Figure {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The figure of at least one sample. */
export function figureOf(samples: readonly number[]): Figure {
  if (samples.length === 0) throw new RangeError('a figure needs a sample')
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] as number
  const middle = (sorted.length - 1) / 2
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2
  return { median, min: at(0), max: at(sorted.length - 1) }
}
