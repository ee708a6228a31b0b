/**
 * Takes sessions out of the index whose logs are gone.
 *
 * @module
 */
import { lstat } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { rollBack } from './index-file.ts'
import { forgetSession } from './session-rows.ts'
import { whenFree } from './when-free.ts'

/** Looks at the file of each session. One that is there stays, whoever asks for it. */
export async function sweep(db: DatabaseSync, signal: AbortSignal | undefined): Promise<void> {
  for (const { key, path } of db.prepare('SELECT key, path FROM sessions').all()) {
    if (!(await isGone(path as string))) continue
    await whenFree(() => db.exec('BEGIN IMMEDIATE'), signal)
    try {
      // Somebody else may have found it again under another name.
      const row = db.prepare('SELECT path FROM sessions WHERE key = ?').get(key as number)
      if (row?.['path'] === path) forgetSession(db, key as number)
      db.exec('COMMIT')
    } catch (error) {
      rollBack(db)
      throw error
    }
  }
}

const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  )
