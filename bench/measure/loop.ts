/**
 * Times ways to do the same thing inside one warm process, in turns, so that a busy moment falls on all of them.
 *
 * @module
 */
import { figureOf, type Figure } from './figure.ts'
import { cpuMs } from './usage.ts'

/** One way: does the whole work once. */
export type Way = () => Promise<unknown>

/** Nanoseconds per item. */
export interface Cost {
  /** User and system time, the garbage collector's threads included. */
  readonly cpu: Figure
  readonly wall: Figure
}

interface Timing {
  readonly cpuMs: number
  readonly wallMs: number
}

/** Shorter timings would measure the clock and the garbage collector's moods. */
const timingMs = 20

/**
 * Yields nanoseconds per item for each way.
 *
 * @param items - how many items one run of a way takes.
 * @param rounds - timings of each way; in each round every way has one turn.
 */
export async function nsPerItem<Name extends string>(
  ways: Readonly<Record<Name, Way>>,
  items: number,
  rounds: number,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(ways) as Name[]
  const runs = new Map<Name, number>()
  for (const name of names) runs.set(name, await warm(ways[name]))
  const timings = new Map<Name, Timing[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) timings.get(name)?.push(await time(ways[name], runs.get(name) ?? 1))
  }
  const costs = names.map((name) => {
    const perItem = (ms: number): number => (ms * 1e6) / (runs.get(name) ?? 1) / items
    const taken = timings.get(name) ?? []
    const cpu = figureOf(taken.map((timing) => perItem(timing.cpuMs)))
    return [name, { cpu, wall: figureOf(taken.map((timing) => perItem(timing.wallMs))) }]
  })
  return Object.fromEntries(costs) as Record<Name, Cost>
}

/** Runs a way until the compiler has settled; says how many runs one timing needs. */
async function warm(way: Way): Promise<number> {
  let runs = 1
  for (let round = 0; ; round++) {
    const { wallMs } = await time(way, runs)
    if (wallMs < timingMs) runs = Math.ceil(runs * Math.min(8, (1.3 * timingMs) / Math.max(wallMs, 0.1)))
    else if (round >= 2) return runs
  }
}

async function time(way: Way, runs: number): Promise<Timing> {
  const [cpuBefore, since] = [cpuMs(), performance.now()]
  for (let run = 0; run < runs; run++) await way()
  return { wallMs: performance.now() - since, cpuMs: cpuMs() - cpuBefore }
}
