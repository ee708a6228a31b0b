/**
 * Where an index file may stand: in a folder of the person alone, never behind a link, never among logs.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, realpath } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, relative, resolve, isAbsolute, sep } from 'node:path'
import { SearchError } from '../search-error.ts'

/** Name of the folder below the person's caches. */
const folderName = 'session-streams'

/**
 * Makes the folder and an empty file where they are missing, with no rights for others, and returns the file's path.
 *
 * @param caches - the person's folder of caches; made when it is missing, followed when it is a link.
 * @param root - the folder of logs: each has an index file of its own, under each of its names.
 * @throws SearchError `SEARCH_INDEX_UNSAFE` when the folder or the file is a link, belongs to somebody else, can be
 *   read by others, or would stand among the logs.
 */
export async function indexPlace(caches: string, root: string): Promise<string> {
  try {
    return await checkedPlace(caches, root)
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (syscall === undefined) throw cause
    throw new SearchError('SEARCH_INDEX_FAILED', `${caches}: no index can be kept there (${code})`, { cause })
  }
}

async function checkedPlace(caches: string, root: string): Promise<string> {
  const folder = join(caches, folderName)
  const named = resolve(root)
  const logs = await realpath(named)
  await mkdir(resolve(caches), { recursive: true, mode: 0o700 })
  const real = join(await realpath(caches), folderName)
  if (isBelow(logs, real)) throw unsafe(folder, 'it would stand among the logs; name another with XDG_CACHE_HOME')
  await mkdir(real, { mode: 0o700 }).catch(ignoreExisting)
  const found = await lstat(real)
  if (!found.isDirectory()) throw unsafe(folder, 'it is a link, or no folder')
  checkOwn(folder, found)
  const name = createHash('sha256').update(named).digest('hex').slice(0, 16)
  const file = join(real, `index-${name}.sqlite`)
  await (
    await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600).catch(ignoreExisting)
  )?.close()
  const stats = await lstat(file)
  if (!stats.isFile() || stats.nlink !== 1) throw unsafe(file, 'it is a link, or no regular file')
  checkOwn(file, stats)
  // The umask may have taken rights away that the owner needs.
  if ((stats.mode & 0o600) !== 0o600) await chmod(file, 0o600)
  return file
}

function checkOwn(path: string, { uid, mode }: Stats): void {
  const own = userInfo().uid
  // A system without owners tells -1.
  if (own >= 0 && uid !== own) throw unsafe(path, 'it belongs to somebody else')
  if (own >= 0 && (mode & 0o077) !== 0) throw unsafe(path, 'others have rights on it; take them away (chmod go=)')
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function ignoreExisting(cause: unknown): undefined {
  if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return undefined
  throw cause
}

const unsafe = (path: string, why: string): SearchError =>
  new SearchError('SEARCH_INDEX_UNSAFE', `${path}: not used for an index: ${why}`)
