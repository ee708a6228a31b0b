/**
 * Takes samples of several cases in rounds, and ratios inside each round: the only ratio a busy machine cannot fake.
 *
 * @module
 */
import { figureOf, type Figure } from './figure.ts'

/** Samples by case; the samples at one index were taken in the same round. */
export type Samples<Name extends string, Sample> = ReadonlyMap<Name, readonly Sample[]>

/** In each round every case has one turn; every round begins with another case. */
export async function takeRounds<Name extends string, Sample>(
  rounds: number,
  names: readonly Name[],
  take: (name: Name) => Promise<Sample>,
): Promise<Samples<Name, Sample>> {
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length] as Name
      samples.get(name)?.push(await take(name))
    }
  }
  return samples
}

/** Round by round `value(of) / value(to)`. */
export function ratioOf<Sample>(
  of: readonly Sample[],
  to: readonly Sample[],
  value: (sample: Sample) => number,
): Figure {
  return figureOf(of.map((sample, round) => value(sample) / value(to[round] as Sample)))
}
