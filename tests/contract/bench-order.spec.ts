/**
 * What is faster than what, in one run and with wide margins: an order that holds on any machine, never nanoseconds.
 *
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatedEvents } from '../../bench/generated-events.ts'
import { stepDoors } from '../../bench/jobs/doors.ts'
import { ix } from '../../bench/jobs/ix.ts'
import type { BenchLog, Job } from '../../bench/jobs/job.ts'
import { overviewJob } from '../../bench/jobs/ours.ts'
import { writeLog } from '../../bench/log-generator.ts'
import { nsPerItem, type Way } from '../../bench/measure/loop.ts'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { memory } from '../../src/pipeline/readers/index.ts'

const generated = { events: 20_000, seed: 1 }
let folder: string
let log: BenchLog

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-streams-order-'))
  const path = join(folder, 'log.jsonl')
  log = { ...generated, path, layout: 'plain', bytes: await writeLog(path, generated) }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** How many times the CPU time of `fast` `slow` takes, in turns. */
async function timesSlower(slow: Way, fast: Way): Promise<number> {
  const costs = await nsPerItem({ fast, slow }, generated.events, 3)
  return costs.slow.cpu.median / costs.fast.cpu.median
}

const doors = async (slow: string, fast: string): Promise<number> => {
  const all = stepDoors(await collect(pipe(memory([...generatedEvents(generated)]))))
  return timesSlower(all[slow] as Way, all[fast] as Way)
}
const run =
  (job: Job): Way =>
  () =>
    Promise.resolve(job.run(log, ''))

// Behind each: what was measured when it was written.
test('batches of 512 cost less per event than batches of 1', async () => {
  expect(await doors('batches of 1', 'batches of 512')).toBeGreaterThan(3) // 9
})

test('items() costs less per event than the operators of ix', async () => {
  expect(await doors('ix operators', 'items()')).toBeGreaterThan(5) // 17
})

test('batches cost less per event than one async generator per step', async () => {
  expect(await doors('async generators', 'batches of 512')).toBeGreaterThan(3) // 14
})

test('the whole overview of a file costs less than a smaller job done with ix, item by item', async () => {
  expect(await timesSlower(run(ix), run(overviewJob))).toBeGreaterThan(1.2) // 2.2
})
