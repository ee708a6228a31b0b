/**
 * Reads one stored session: the head of the newest log in its folder, and whether it stands where it belongs.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LogError } from '../pipeline/errors.ts'
import type { SessionHeader } from '../pipeline/event.ts'
import type { ByteSource } from '../pipeline/readers/byte-source.ts'
import { generationOf } from '../pipeline/readers/dsh/generation.ts'
import { parseHeader } from '../pipeline/readers/dsh/header.ts'
import { checkName, nameVersion } from '../pipeline/readers/dsh/log-file.ts'
import { readLogHead } from '../pipeline/readers/dsh/log-head.ts'
import { sessionPlace } from './dsh-layout.ts'
import type { StoredSession } from './log-store.ts'
import { failedAt, reasonOf } from './place-error.ts'
import { listFolder, type RootFolder } from './root-folder.ts'

/** How a log file is opened. */
export type OpenFile = (path: string) => Promise<ByteSource>

/** Longest header line that is read, in bytes: 64 KiB. A path, the longest thing in it, has 4 KiB at most. */
const maxHeaderBytes = 64 * 1024

/**
 * Reads the session in `folder`, which must be a path below the root without a link in it.
 *
 * In a folder the highest version wins, also when it cannot be read; of two encodings of it the plain one.
 * @returns `undefined` when there is no log in it, or it has just gone.
 * @throws PlaceError, and the signal's own reason.
 */
export async function readStored(
  root: RootFolder,
  folder: string,
  open: OpenFile,
  signal?: AbortSignal,
): Promise<StoredSession | undefined> {
  const log = newestLog(await entriesOf(folder))
  if (log === undefined) return undefined
  signal?.throwIfAborted()
  const named = join(folder, log.name)
  try {
    const path = log.isSymbolicLink() ? await followed(root, named) : named
    // Not even opened: opening a device may already do something.
    if (!log.isFile() && !log.isSymbolicLink()) throw new LogError('LOG_NOT_A_FILE', 'not a regular file')
    const header = await readHeader(path, open)
    checkName(named, header.version)
    await checkPlace(root, named, path, header)
    return { header, path }
  } catch (error) {
    if (error instanceof LogError && error.code === 'LOG_NOT_FOUND') return undefined
    throw failedAt(named, error)
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return (await listFolder(folder)) ?? []
  } catch (error) {
    throw failedAt(folder, error)
  }
}

function newestLog(entries: readonly Dirent[]): Dirent | undefined {
  const logs = entries.flatMap((entry) => {
    const version = nameVersion(entry.name)
    return version === undefined ? [] : [{ entry, version }]
  })
  return logs.sort((a, b) => b.version - a.version || a.entry.name.length - b.entry.name.length)[0]?.entry
}

async function followed(root: RootFolder, named: string): Promise<string> {
  const path = await root.settle(named)
  if (path === undefined) throw new LogError('LOG_NOT_A_FILE', 'a link to nothing')
  return path
}

async function readHeader(path: string, open: OpenFile): Promise<SessionHeader> {
  const source = await open(path).catch((error: unknown) => {
    // A link is called by its own name, not by what it leads to.
    throw error instanceof LogError ? new LogError(error.code, reasonOf(error, path), { cause: error }) : error
  })
  try {
    const header = parseHeader((await readLogHead(source, maxHeaderBytes)).line)
    generationOf(header.version)
    return header
  } finally {
    await source.close()
  }
}

/** A copy or a renamed folder is nobody's log: what is appended to its session goes elsewhere. */
async function checkPlace(root: RootFolder, named: string, path: string, header: SessionHeader): Promise<void> {
  const place = sessionPlace(header.id, header.cwd)
  if (place !== undefined) {
    const folder = join(root.path, place)
    if (dirname(named) === folder) return
    // Another spelling of the same file: a link, or a file system that does not tell a from A.
    const [own, its] = await Promise.all([root.settle(path), root.settle(join(folder, basename(named)))])
    if (own !== undefined && own === its) return
  }
  throw new LogError('LOG_HEADER_INVALID', 'its header names another session or working directory than its folder')
}
