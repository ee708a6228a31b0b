/**
 * The harness's own session query over one log file at a time: the oracle for every exact read.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore from '@deepseek-ai/dsh-session'
import Jsonl from '@deepseek-ai/dsh-session-persistence-jsonl'
import type { SessionQueryEngine } from '@deepseek-ai/dsh-session-query'
import Engine from '@deepseek-ai/dsh-session-query-sqlite'
import { sessionPlace } from '../../src/corpus/dsh-layout.ts'

export type Encoding = 'none' | 'zstd'

/** A log that the engine and we can read. */
export interface AskedLog {
  readonly query: SessionQueryEngine
  readonly root: string
  readonly path: string
}

export interface QueryEngine {
  /** Puts a log where the engine looks for it, runs `ask`, and takes it away again. */
  withLog<T>(
    header: { readonly id: string; readonly cwd?: string },
    bytes: string | Uint8Array,
    ask: (log: AskedLog) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

/** Boots a context with nothing in it but sessions, their files and the query. */
export async function queryEngine(encoding: Encoding): Promise<QueryEngine> {
  const root = mkdtempSync(join(tmpdir(), 'session-streams-engine-'))
  const context = new Context()
  await context.plugin(SessionStore)
  await context.plugin(Jsonl, { root, compression: encoding, packChunks: true })
  await context.plugin(Engine, { path: ':memory:', openAt: 'never' })
  return {
    async withLog({ id, cwd }, bytes, ask) {
      const path = join(
        root,
        sessionPlace(id, cwd) as string,
        encoding === 'zstd' ? 'session.jsonl.zstd' : 'session.jsonl',
      )
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      try {
        return await ask({ query: context.sessionQuery, root, path })
      } finally {
        rmSync(dirname(dirname(path)), { recursive: true, force: true })
      }
    },
    async close() {
      await context.fiber.dispose()
      rmSync(root, { recursive: true })
    },
  }
}
