/**
 * Finds the log of a session: a file as it is named, or the newest generation in a session's folder.
 *
 * @module
 */
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LogError } from '../../errors.ts'

/** Names the harness gives a log; the number is the format version, absent for 0. */
const canonicalName = /^session(?:\.v([1-9][0-9]*))?\.jsonl(\.zstd)?$/

/**
 * Returns the path of the log file that `path` names.
 *
 * In a folder the highest version wins, also when it cannot be read: an older generation is a frozen copy and is
 * never shown in its place.
 * @throws LogError `LOG_NOT_FOUND` when the path or, in a folder, a log is missing.
 */
export async function findLogFile(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  // What is wrong with a path that cannot be looked at, the attempt to open it says best.
  if (found?.isDirectory() !== true) return path
  const names = await readdir(path).catch((cause: unknown) => {
    throw new LogError('LOG_NOT_READABLE', `${path}: no permission to list the folder`, { cause })
  })
  const logs = names.flatMap((name) => {
    const version = nameVersion(name)
    return version === undefined ? [] : [{ name, version }]
  })
  const newest = logs.sort((a, b) => b.version - a.version || a.name.length - b.name.length)[0]
  if (newest === undefined) {
    throw new LogError('LOG_NOT_FOUND', `${path}: a folder without a session log in it (session.jsonl)`)
  }
  return join(path, newest.name)
}

/** The format version a file's name states; `undefined` when the harness would not give it that name. */
export function nameVersion(file: string): number | undefined {
  const match = canonicalName.exec(basename(file))
  return match === null ? undefined : Number(match[1] ?? 0)
}

/**
 * Refuses a file whose canonical name and header disagree on the format: one of them is wrong.
 *
 * @throws LogError `LOG_HEADER_INVALID`.
 */
export function checkName(file: string, version: number): void {
  const named = nameVersion(file)
  if (named === undefined || named === version) return
  throw new LogError('LOG_HEADER_INVALID', `its name says format v${named} and its header v${version}`)
}
