/**
 * The generations of the harness's log format: which there are, and what a reader must know of each.
 *
 * Adding the next generation is adding a file and one line here.
 * @module
 */
import { LogError } from '../../errors.ts'
import type { Layout } from './envelope.ts'
import { v0 } from './v0.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'
import { v3 } from './v3.ts'
import { v4 } from './v4.ts'

/** What differs between the generations. */
export interface Generation extends Layout {
  readonly version: number
  /** Every event type of this generation, by its name in the file. */
  readonly knownTypes: ReadonlySet<string>
  /** Whether runs of streamed deltas may be packed into one record. */
  readonly hasPackedRows: boolean
}

const generations: readonly Generation[] = [v0, v1, v2, v3, v4]

/**
 * Looks up the generation of a header's version.
 *
 * @throws LogError `LOG_VERSION_UNSUPPORTED`.
 */
export function generationOf(version: number): Generation {
  const found = generations[version]
  if (found !== undefined) return found
  const newest = generations.length - 1
  throw new LogError(
    'LOG_VERSION_UNSUPPORTED',
    `format v${version} is newer than this reader, which reads v0 to v${newest}: update session-streams`,
  )
}
