/**
 * The generations of the harness's log format: which there are, and what a reader must know of each.
 *
 * Adding the next generation is adding a file and one line here.
 * @module
 */
import type { LogEvent } from '../../event.ts'
import { LogError } from '../../errors.ts'
import { v0 } from './v0.ts'

/** What differs between the generations, once a record is parsed. */
export interface Generation {
  readonly version: number
  /** Every event type of this generation, by its name in the file. */
  readonly knownTypes: ReadonlySet<string>
  /** Types that older writers of this generation named otherwise: name in the file to name in the model. */
  readonly renamed: ReadonlyMap<string, string>
  /**
   * Decodes a parsed record into the one event model, without changing it.
   *
   * @returns the event, or in words why the record is damaged.
   */
  decode(record: Readonly<Record<string, unknown>>, position: number): LogEvent | string
}

const generations: readonly Generation[] = [v0]

/**
 * Looks up the generation of a header's version.
 *
 * @throws LogError `LOG_VERSION_UNSUPPORTED`.
 */
export function generationOf(version: number): Generation {
  const found = generations.find((generation) => generation.version === version)
  if (found !== undefined) return found
  const newest = generations.at(-1) as Generation
  throw new LogError(
    'LOG_VERSION_UNSUPPORTED',
    version > newest.version
      ? `log format v${version} is newer than this reader, which reads up to v${newest.version}: update session-streams`
      : `log format v${version} is not one this reader knows`,
  )
}
