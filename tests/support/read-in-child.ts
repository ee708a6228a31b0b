/**
 * Reads a log in a process of its own and says how much memory that took.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LogReport } from '../../src/pipeline/readers/index.ts'
import type { Refused, Views } from './see.ts'

const program = fileURLToPath(new URL('./programs/read-log.ts', import.meta.url))

/** What is read. */
export interface ReadRequest {
  /** A file. */
  readonly path?: string
  /** Or so many records that are made while they are read. */
  readonly fabricated?: number
  readonly maxRecordBytes?: number
  /** Whether the platform has no zstd, as Node before 22.15. */
  readonly withoutZstd?: boolean
}

/** What came of it. */
export interface ReadAnswer {
  readonly views?: Views
  readonly report?: LogReport
  readonly refused?: Refused
  /** Most memory the process ever had, in MiB. */
  readonly peakMb: number
}

/** Reads the overview of a log in a fresh process with a small heap. */
export async function readInChild(request: ReadRequest, heapMb = 64): Promise<ReadAnswer> {
  const args = [`--max-old-space-size=${heapMb}`, program, JSON.stringify(request)]
  const { stdout } = await promisify(execFile)(execPath, args, { maxBuffer: 1 << 26 })
  return JSON.parse(stdout) as ReadAnswer
}
