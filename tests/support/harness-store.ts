/**
 * The real harness's own store of session files: the oracle for everything that is read from disk.
 *
 * @module
 */
import { mkdtemp, mkdir, rm, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore, { SessionId, type SessionEvent } from '@deepseek-ai/dsh-session'
import Jsonl from '@deepseek-ai/dsh-session-persistence-jsonl'

export interface HarnessStore {
  /**
   * What the harness restores from a plain v0 file: its events, brought up to date, then those it adds to close an
   * interrupted turn. When it refuses the file: why, in its words.
   */
  restore(
    path: string,
    header: { readonly id: string; readonly cwd?: string },
  ): Promise<readonly SessionEvent[] | string>
  close(): Promise<void>
}

/** Boots a context with nothing in it but sessions and their files, in a temporary folder. */
export async function harnessStore(): Promise<HarnessStore> {
  const root = await mkdtemp(join(tmpdir(), 'session-streams-harness-'))
  const context = new Context()
  await context.plugin(SessionStore)
  await context.plugin(Jsonl, { root, compression: 'none', packChunks: true })
  return {
    async restore(path, { id, cwd }) {
      const sessionId = SessionId(id)
      // One file at a time: each read lists the whole folder first.
      const place = context.sessionPersistence.locate({ version: 0, id: sessionId, createdAt: 0, ...(cwd && { cwd }) })
      if (place === undefined) throw new Error('the harness keeps its sessions in no file')
      await mkdir(dirname(place.path), { recursive: true })
      await copyFile(path, place.path)
      try {
        return (await context.sessionPersistence.inspect(sessionId)).events
      } catch (refusal) {
        return refusal instanceof Error ? refusal.message : String(refusal)
      } finally {
        await rm(dirname(dirname(place.path)), { recursive: true })
      }
    },
    async close() {
      await context.fiber.dispose()
      await rm(root, { recursive: true })
    },
  }
}
