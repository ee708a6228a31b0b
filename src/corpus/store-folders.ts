/**
 * Walks the folders of a store: projects, and the sessions in each.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LogError } from '../pipeline/errors.ts'
import { failedAt, PlaceError } from './place-error.ts'
import { listFolder, type RootFolder } from './root-folder.ts'

/** Hears what is wrong with one place; the walk goes on. */
export type Tell = (failure: PlaceError) => void

/** Names of logs as they were before each session had a folder. */
const flatLog = /\.jsonl(\.zstd)?$/

/**
 * Yields the folder of each project once, below the root and without a link in it.
 *
 * @throws LogError when the root cannot be listed; the message begins with its path.
 */
export async function* projectFolders(
  root: RootFolder,
  tell: Tell,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  const seen = new Set([root.path])
  const entries = await listFolder(root.path).catch((error: unknown) => {
    throw failedAt(root.path, error)
  })
  if (entries === undefined) throw new PlaceError(root.path, 'LOG_NOT_FOUND', 'a file, and no folder of sessions')
  for (const entry of entries) {
    signal?.throwIfAborted()
    const project = await folderOf(root, join(root.path, entry.name), entry, tell)
    if (project === undefined || seen.has(project)) continue
    seen.add(project)
    yield project
  }
}

/** Yields the folder of each session. One that is linked to may come twice. */
export async function* sessionFolders(
  root: RootFolder,
  tell: Tell,
  signal?: AbortSignal,
): AsyncGenerator<string, void> {
  for await (const project of projectFolders(root, tell, signal)) {
    for (const entry of (await listed(project, tell)) ?? []) {
      signal?.throwIfAborted()
      const path = join(project, entry.name)
      const session = await folderOf(root, path, entry, tell)
      if (session !== undefined) yield session
      else if (entry.isFile() && flatLog.test(entry.name)) tell(notInFolder(path))
    }
  }
}

async function listed(folder: string, tell: Tell): Promise<Dirent[] | undefined> {
  try {
    return await listFolder(folder)
  } catch (error) {
    tell(failedAt(folder, error))
    return undefined
  }
}

/** The folder an entry is or leads to; `undefined` for anything else, which is no concern of the store. */
async function folderOf(root: RootFolder, path: string, entry: Dirent, tell: Tell): Promise<string | undefined> {
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? path : undefined
  try {
    const target = await root.settle(path)
    if (target === undefined) throw new LogError('LOG_NOT_FOUND', 'a link to nothing')
    return (await stat(target)).isDirectory() ? target : undefined
  } catch (error) {
    tell(failedAt(path, error))
    return undefined
  }
}

const notInFolder = (path: string): PlaceError =>
  new PlaceError(path, 'LOG_NOT_READABLE', 'a log outside a folder of its own, as old versions kept it: not read')
