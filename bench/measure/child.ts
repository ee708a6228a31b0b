/**
 * The fresh process: does one job once and prints what it took as one line of JSON. Started by `fresh.ts`.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { argv, exit, stdout } from 'node:process'
import { LogError } from '../../src/pipeline/index.ts'
import { jobs } from '../jobs/index.ts'
import type { Request, Result } from '../jobs/job.ts'
import { cpuMs, peakMb } from './usage.ts'

async function answer({ job: name, log, detail }: Request): Promise<Result> {
  const job = await jobs[name]()
  await job.prepare?.(log)
  const cpuBefore = cpuMs()
  const since = performance.now()
  try {
    const value = await job.run(log, detail)
    const wallMs = performance.now() - since
    const usage = { wallMs, cpuMs: cpuMs() - cpuBefore, peakMb: peakMb() }
    const digest = createHash('sha1')
      .update(JSON.stringify(value ?? null))
      .digest('hex')
      .slice(0, 12)
    return { ...usage, digest, value }
  } catch (error) {
    // An encoding that is not read yet is a row that says so; anything else is a fault of the bench.
    if (error instanceof LogError && error.code === 'LOG_ENCODING_UNSUPPORTED') return { refused: error.message }
    throw error
  }
}

const result = await answer(JSON.parse(argv[2] as string) as Request)
// A job may leave handles open; what it took is known, so nothing is waited for.
stdout.write(`${JSON.stringify(result)}\n`, () => exit(0))
