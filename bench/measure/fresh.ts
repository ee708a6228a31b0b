/**
 * Does a job in a process of its own: no other job's compiled code, no other job's heap.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import type { Request, Result } from '../jobs/job.ts'

const run = promisify(execFile)

/** How the process is started. */
export interface FreshOptions {
  /** Flags of Node, such as `--max-old-space-size=64`. */
  readonly flags?: readonly string[]
}

/**
 * Yields what the job took.
 *
 * @param build - folder of the compiled bench: stripping types in the measured process would cost it 30 MB.
 * @throws when the process fails; its last words are in the message.
 */
export async function fresh(build: string, request: Request, { flags = [] }: FreshOptions = {}): Promise<Result> {
  const child = `${build}/bench/measure/child.js`
  const { stdout } = await run(execPath, [...flags, child, JSON.stringify(request)], { maxBuffer: 1 << 26 })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Result
}
