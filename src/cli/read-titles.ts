/**
 * Reads the titles of stored sessions. A title stands in no header: the last one in the log counts.
 *
 * @module
 */
import { eachOf } from '../corpus/each-of.ts'
import type { StoredSession, UnreadableSession } from '../corpus/log-store.ts'
import { failedAt } from '../corpus/place-error.ts'
import { first, pipe, StageError } from '../pipeline/index.ts'
import { openLog, retryChanged } from '../pipeline/readers/index.ts'
import { latestTitle } from '../stages/index.ts'
import type { TitledSession } from './session-list.ts'

/** Logs read at the same time; each holds its buffers. */
const maxOpenLogs = 4

/** Sessions with their titles, and the logs that could not be read for one. */
export interface Titles {
  /** In the order given. */
  readonly sessions: readonly TitledSession[]
  readonly unreadable: readonly UnreadableSession[]
}

/** Reads each log once, parsing titles alone. A session whose log cannot be read is listed without one. */
export async function readTitles(sessions: readonly StoredSession[], step: () => void): Promise<Titles> {
  const titles = new Map<string, string | null>()
  const unreadable: UnreadableSession[] = []
  await eachOf(sessions, maxOpenLogs, async ({ path }) => {
    try {
      titles.set(path, await retryChanged(() => readTitle(path)))
    } catch (error) {
      const { reason } = failedAt(path, error instanceof StageError ? error.cause : error)
      unreadable.push({ path, reason: `its title is not known: ${reason}` })
    }
    step()
  })
  return { sessions: sessions.map((session) => ({ ...session, title: titles.get(session.path) ?? null })), unreadable }
}

async function readTitle(path: string): Promise<string | null> {
  const { read } = await openLog(path)
  const found = await first(pipe(read, latestTitle()))
  return found?.title ?? null
}
