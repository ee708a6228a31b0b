/**
 * The folder a store lives in, and what may be reached from it: a link is followed only while it stays inside.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { LogError } from '../pipeline/errors.ts'

/** A store's root. It may itself be a link: whoever named it has chosen it. */
export interface RootFolder {
  /** Absolute, as it was named. */
  readonly path: string
  /**
   * Follows every link in `path` and spells where it leads as a path below the root, without a link in it.
   *
   * @returns `undefined` when nothing is there.
   * @throws LogError when it leads out of the root, or nowhere. Its message does not name the path.
   */
  settle(path: string): Promise<string | undefined>
}

/**
 * Looks at the root of a store.
 *
 * @throws LogError `LOG_NOT_FOUND` or `LOG_NOT_READABLE`; the message begins with the path.
 */
export async function rootFolder(named: string): Promise<RootFolder> {
  const path = resolve(named)
  const real = await realpath(path).catch((cause: unknown) => {
    if (isAbsent(cause)) throw new LogError('LOG_NOT_FOUND', `${named}: no such folder`, { cause })
    throw new LogError('LOG_NOT_READABLE', `${named}: ${refusal(cause)}`, { cause })
  })
  return {
    path,
    async settle(place) {
      const target = await realpath(place).catch((cause: unknown) => {
        if (isAbsent(cause)) return undefined
        throw new LogError('LOG_NOT_READABLE', refusal(cause), { cause })
      })
      if (target === undefined) return undefined
      const below = relative(real, target)
      if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
        throw new LogError('LOG_NOT_READABLE', 'a link that leads out of the folder of sessions: not followed')
      }
      return join(path, below)
    },
  }
}

/**
 * What is in a folder, by name.
 *
 * @returns `undefined` when it is gone, or no folder.
 * @throws LogError `LOG_NOT_READABLE`. Its message does not name the path.
 */
export async function listFolder(path: string): Promise<Dirent[] | undefined> {
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    if (isAbsent(cause)) return undefined
    throw new LogError('LOG_NOT_READABLE', refusal(cause), { cause })
  })
  return entries?.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? 'unknown error'

/** Also a name that is too long for any file: nothing can be there. */
const isAbsent = (cause: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(cause))

function refusal(cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ELOOP') return 'a link that leads to itself'
  return code === 'EACCES' || code === 'EPERM' ? 'no permission to look into the folder' : `cannot be read (${code})`
}
