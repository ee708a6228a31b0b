/**
 * Finds the logs in a folder of sessions: `<folder of a project>/<folder of a session>/session.jsonl`.
 *
 * @module
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LogError } from '../src/index.ts'
import { findLogFile } from '../src/pipeline/readers/dsh/log-file.ts'
import { openLog } from '../src/pipeline/readers/index.ts'
import { reasonOf } from './read-failure.ts'

/** Folders below the named one that are looked into: enough for the harness's own home folder. */
const maxDepth = 3

/** A log whose header can be trusted. Times are Unix epoch milliseconds. */
export interface FoundLog {
  readonly path: string
  /** Of the file's last change. */
  readonly writtenAt: number
  /** As the header has it. */
  readonly createdAt: number
}

/** A log or a folder that is there and cannot be read. */
export interface Unreadable {
  readonly path: string
  readonly reason: string
}

/** What a folder of sessions holds. */
export interface FoundSessions {
  /** Newest first. */
  readonly logs: readonly FoundLog[]
  readonly unreadable: readonly Unreadable[]
}

/** Looks into `path`; `undefined` when that is no folder of sessions but names one log, or nothing. */
export async function findSessions(path: string): Promise<FoundSessions | undefined> {
  const named = await stat(path).catch(() => undefined)
  if (named?.isDirectory() !== true || (await isSession(path))) return undefined
  const logs: FoundLog[] = []
  const unreadable: Unreadable[] = []
  const attempt = async (place: string, step: () => Promise<unknown>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      unreadable.push({ path: place, reason: reasonOf(error, place) })
    }
  }
  const look = async (folder: string, depth: number): Promise<void> => {
    const log = await logIn(folder)
    if (log !== undefined) await attempt(log, async () => logs.push(await found(log)))
    if (log !== undefined || depth === maxDepth) return
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const below = join(folder, entry.name)
      if (entry.isDirectory()) await attempt(below, () => look(below, depth + 1))
    }
  }
  await attempt(path, () => look(path, 0))
  return { logs: logs.sort(newestFirst), unreadable }
}

/** A folder that cannot be looked into is none: what is wrong with it, the look below it says. */
const isSession = async (folder: string): Promise<boolean> => (await logIn(folder).catch(() => undefined)) !== undefined

async function logIn(folder: string): Promise<string | undefined> {
  try {
    return await findLogFile(folder)
  } catch (error) {
    if (error instanceof LogError && error.code === 'LOG_NOT_FOUND') return undefined
    throw error
  }
}

async function found(path: string): Promise<FoundLog> {
  const [{ mtimeMs: writtenAt }, log] = await Promise.all([stat(path), openLog(path)])
  await log.close()
  return { path, writtenAt, createdAt: log.header.createdAt }
}

/** Logs that were copied in one go were all written at once, so within a minute it is their own word that counts. */
const newestFirst = (a: FoundLog, b: FoundLog): number =>
  minute(b.writtenAt) - minute(a.writtenAt) || b.createdAt - a.createdAt || a.path.localeCompare(b.path)

const minute = (time: number): number => Math.floor(time / 60_000)
