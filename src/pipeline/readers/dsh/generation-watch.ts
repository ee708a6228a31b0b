/**
 * Sees when the log of a session goes on in a newer generation.
 *
 * @module
 */
import { dirname } from 'node:path'
import { findLogFile, nameVersion } from './log-file.ts'

/** Looks for files newer than those that were there at first. */
export interface GenerationWatch {
  /** The file to go on in; `undefined` while there is none. */
  newer(): Promise<string | undefined>
}

/**
 * Begins with the generations that are in the folder of `file` now. A file that the harness would not give its name
 * is never followed by another one.
 */
export async function generationWatch(file: string): Promise<GenerationWatch> {
  const folder = dirname(file)
  const own = nameVersion(file)
  // In a folder that is being changed a file may be gone between two looks; the next look decides.
  const newest = async (): Promise<string> => findLogFile(folder).catch(() => file)
  let known = own === undefined ? Number.POSITIVE_INFINITY : Math.max(own, nameVersion(await newest()) ?? own)
  return {
    async newer() {
      if (own === undefined) return undefined
      const found = await newest()
      const version = nameVersion(found) ?? 0
      if (version <= known) return undefined
      known = version
      return found
    },
  }
}
