/**
 * A real harness with nothing in it but sessions and their files, and a session query over both: the harness's own, or
 * ours in its place.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SessionStore, { SessionId, type Session, type SessionEvent } from '@deepseek-ai/dsh-session'
import Jsonl from '@deepseek-ai/dsh-session-persistence-jsonl'
import { sessionPlace } from '../../src/corpus/dsh-layout.ts'
import type { LogBuilder } from '../support/log-builder.ts'
import { zstdLog } from '../support/zstd-log.ts'

export type Encoding = 'none' | 'zstd'

/** The reads that are compared, as the harness declares them. Those that take no signal there ignore it. */
export interface ExactQuery {
  listSessions(signal?: AbortSignal): Promise<readonly { header: object; live: boolean; persisted: boolean }[]>
  listEvents(id: string): Promise<readonly { seq: number; surface: string }[]>
  readEvent(
    request: { sessionId: string; seq: number; before?: number; after?: number },
    signal?: AbortSignal,
  ): Promise<{ session: object; target: object; events: readonly object[]; startSeq: number; endSeq: number }>
  readSurface(id: string): Promise<{ session: object; capturedThroughSeq: number | null; events: readonly object[] }>
  readSession(id: string): Promise<{ session: object; events: readonly object[] }>
  readTitle(id: string, signal?: AbortSignal): Promise<unknown>
  readTitleSnapshots(ids: readonly string[], signal?: AbortSignal): Promise<readonly { status: string }[]>
}

/** Somebody who answers: made for one world. */
export interface QuerySubject {
  readonly name: string
  /** @param readWindowMax - most events on each side of one. @defaultValue the subject's own */
  start(world: QueryWorld, readWindowMax?: number): Promise<ExactQuery>
}

/** One harness. */
export interface QueryWorld {
  readonly context: Context
  readonly root: string
  readonly encoding: Encoding
  /** The store that is mounted now, by its folder. */
  readonly isMounted: boolean
  mount(): Promise<void>
  unmount(): Promise<void>
  /** Makes a session in memory, with the events of a story. */
  live(story: LogBuilder): Promise<LiveTold>
  /** Writes a log as the harness would have, into the store's folder. */
  store(story: LogBuilder, lines?: readonly string[]): string
  /** Makes the store's folder unreadable, or readable again. */
  breakStore(isBroken: boolean): void
  close(): Promise<void>
}

export interface LiveTold {
  readonly session: Session
  /** Takes it out of memory. */
  dispose(): Promise<void>
}

export async function queryWorld(encoding: Encoding): Promise<QueryWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'session-streams-query-'))
  const root = join(folder, 'sessions')
  mkdirSync(root)
  const context = new Context()
  await context.plugin(SessionStore)
  let mounted: Awaited<ReturnType<typeof context.plugin>> | undefined
  const world: QueryWorld = {
    context,
    root,
    encoding,
    get isMounted() {
      return mounted !== undefined
    },
    async mount() {
      mounted = await context.plugin(Jsonl, { root, compression: encoding, packChunks: true })
    },
    async unmount() {
      const fiber = mounted
      mounted = undefined
      await fiber?.dispose()
    },
    async live(story) {
      const { id, version: _, ...meta } = story.header
      let session: Session | undefined
      const fiber = await context.plugin({
        name: 'teller',
        inject: ['sessions'],
        apply(child: Context) {
          const seed = story.events as unknown as SessionEvent[]
          session = child.sessions.create(SessionId(id), { ...(seed.length > 0 && { seed }), meta: meta as never })
        },
      })
      return { session: session as unknown as Session, dispose: async () => fiber.dispose() }
    },
    store(story, lines = story.lines({ packed: true })) {
      const { id, cwd } = story.header
      const name = encoding === 'zstd' ? 'session.jsonl.zstd' : 'session.jsonl'
      const path = join(root, sessionPlace(id, cwd) as string, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, encoding === 'zstd' ? zstdLog(lines, 3) : `${lines.join('\n')}\n`)
      return path
    },
    breakStore(isBroken) {
      if (isBroken) {
        renameSync(root, `${root}.away`)
        writeFileSync(root, 'no folder')
      } else if (existsSync(`${root}.away`)) {
        rmSync(root)
        renameSync(`${root}.away`, root)
      }
    },
    async close() {
      world.breakStore(false)
      // A session that could not be stored says so once more when its store goes.
      await context.fiber.dispose().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}
