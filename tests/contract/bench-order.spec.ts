/**
 * What is faster than what, in one run and with wide margins: an order that holds on any machine, never nanoseconds.
 *
 * All ways take turns, and the best of several rounds counts, in CPU time: what else the machine does falls on all.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatedEvents } from '../../bench/generated-events.ts'
import { stepDoors } from '../../bench/jobs/doors.ts'
import { jobs, type JobName } from '../../bench/jobs/index.ts'
import { isDone, type BenchLog } from '../../bench/jobs/job.ts'
import type { RereadCost } from '../../bench/jobs/reread.ts'
import { fresh } from '../../bench/measure/fresh.ts'
import { nsPerItem, type Way } from '../../bench/measure/loop.ts'
import { hasPeers } from '../../bench/peers/peer-package.ts'
import { openWorkplace } from '../../bench/workplace.ts'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { memory } from '../../src/pipeline/readers/index.ts'

const generated = { events: 20_000, seed: 1 }
const rounds = 4
const folder = mkdtempSync(join(tmpdir(), 'session-streams-order-'))
const place = openWorkplace(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How many times the CPU time of `fast` each of the others takes, best against best. */
async function timesSlower(ways: Readonly<Record<string, Way>>, fast: string): Promise<(name: string) => number> {
  const costs = await nsPerItem(ways, generated.events, rounds)
  return (name) => (costs[name]?.cpu.min ?? 0) / (costs[fast]?.cpu.min ?? 0)
}

/** Peak memory of the overview in a fresh process with a small heap, the best of three. */
async function peakMb(log: BenchLog): Promise<number> {
  const peaks: number[] = []
  for (let round = 0; round < 3; round++) {
    const result = await fresh(
      place.build,
      { job: 'overview', log, detail: '' },
      { flags: ['--max-old-space-size=64'] },
    )
    peaks.push(isDone(result) ? result.peakMb : Number.NaN)
  }
  return Math.min(...peaks)
}

// Behind each least ratio: what was measured when it was written.
describe('the doors', () => {
  let slower: (name: string) => number
  beforeAll(async () => {
    const events = await collect(pipe(memory([...generatedEvents(generated)])))
    const asked = ['batches of 512', 'batches of 1', 'async generators', 'ix operators', 'items()']
    const doors = Object.entries(stepDoors(events)).filter(([name]) => asked.includes(name))
    slower = await timesSlower(Object.fromEntries(doors), 'batches of 512')
  })

  test('batches of 512 cost less per event than batches of 1', () => {
    expect(slower('batches of 1')).toBeGreaterThan(3) // 11
  })

  test('batches cost less per event than one async generator per step', () => {
    expect(slower('async generators')).toBeGreaterThan(4) // 15
  })

  test('items() costs less per event than the operators of ix', () => {
    expect(slower('ix operators') / slower('items()')).toBeGreaterThan(5) // 28
  })
})

/** Least ratio of each peer to the whole overview; all but the last two do less than it does. */
const peers: readonly (readonly [job: JobName, least: number])[] = [
  ['readline-parse', 1.2], // 2.0
  ['generators', 1.5], // 2.7
  ['object-streams', 1.3], // 2.4
  ['ix', 3], // 6.3
  ['readline-views', 1.3], // 2.3
  ['harness', 8], // 16
]
const installed: readonly (readonly [job: JobName, least: number])[] = [
  ['split2', 1.3], // 2.9
  ['rxjs', 1.3], // 2.7
  ['streaming-iterables', 1.5], // 2.9
  ['effect', 2], // 3.3
]

describe('the whole overview of a file costs less than', () => {
  const asked = hasPeers() ? [...peers, ...installed] : peers
  let slower: (name: string) => number
  beforeAll(async () => {
    const log = await place.log(generated.events)
    const way = async (name: JobName): Promise<[JobName, Way]> => {
      const job = await jobs[name]()
      await job.prepare?.(log)
      return [name, () => Promise.resolve(job.run(log, ''))]
    }
    const names: JobName[] = ['overview', ...asked.map(([name]) => name)]
    slower = await timesSlower(Object.fromEntries(await Promise.all(names.map(way))), 'overview')
  })

  test.each(asked)('%s, %f times', (name, least) => {
    expect(slower(name)).toBeGreaterThan(least)
  })
})

test('a re-read after 200 appended events takes less than a fiftieth of a cold read', async () => {
  const { coldMs, rereadMs } = (await (await jobs.reread()).run(await place.log(200_000), '')) as RereadCost
  expect(coldMs / Math.min(...rereadMs)).toBeGreaterThan(50) // 250
})

test('a log twenty times as long takes at most 15 MB more memory', async () => {
  const short = await peakMb(await place.log(10_000))
  expect((await peakMb(await place.log(200_000))) - short).toBeLessThan(15) // 4
})
