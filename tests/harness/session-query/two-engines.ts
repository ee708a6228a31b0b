/**
 * The shipped engine and the drop-in over the same folder of sessions, each in a real context of its own.
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
import { sessionPlace } from '../../../src/corpus/dsh-layout.ts'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import type { KeptView, ViewRead } from '../../../src/plugin/session-query/exact-view.ts'
import * as sessionQuery from '../../../src/plugin/session-query/index.ts'
import type { StreamSessionOptions } from '../../../src/plugin/session-query/stream-session.ts'

export type Encoding = 'none' | 'zstd'

/** The drop-in, with what it has beside the engine's own. */
export type StreamingQuery = SessionQueryEngine & {
  readSurface(id: string, signal?: AbortSignal): ReturnType<SessionQueryEngine['readSurface']>
  readSession(id: string, signal?: AbortSignal): ReturnType<SessionQueryEngine['readSession']>
  streamEvents(id: string, options?: StreamSessionOptions): AsyncIterable<readonly LogEvent[]>
  readView<O>(id: string, view: KeptView<O>, signal?: AbortSignal): Promise<ViewRead<O> | undefined>
}

export interface OneEngine {
  readonly ctx: Context
  readonly query: StreamingQuery
  /** Full reads the harness itself made of stored sessions. */
  readonly inspected: () => number
  /** Takes the store away. */
  unmountStore(): Promise<void>
}

export interface TwoEngines {
  readonly root: string
  readonly shipped: OneEngine
  readonly dropIn: OneEngine
  /** Writes a log where the harness looks for it; returns its path. */
  put(header: { readonly id: string; readonly cwd?: string }, bytes: string | Uint8Array): string
  close(): Promise<void>
}

const config = { path: ':memory:', openAt: 'never' } as const

/** Boots both. */
export async function twoEngines(encoding: Encoding, given?: string): Promise<TwoEngines> {
  const root = given ?? mkdtempSync(join(tmpdir(), 'session-streams-engines-'))
  const boot = async (mount: (ctx: Context) => PromiseLike<unknown>): Promise<OneEngine> => {
    const ctx = new Context()
    await ctx.plugin(SessionStore)
    const store = await ctx.plugin(Jsonl, { root, compression: encoding, packChunks: true })
    await mount(ctx)
    let inspected = 0
    const persistence = ctx.sessionPersistence
    const inspect = persistence.inspect.bind(persistence)
    persistence.inspect = (...args) => {
      inspected += 1
      return inspect(...args)
    }
    return {
      ctx,
      query: ctx.sessionQuery as unknown as StreamingQuery,
      inspected: () => inspected,
      unmountStore: () => store.dispose(),
    }
  }
  const shipped = await boot((ctx) => ctx.plugin(Engine, config))
  const dropIn = await boot((ctx) => ctx.plugin(sessionQuery, config))
  return {
    root,
    shipped,
    dropIn,
    put({ id, cwd }, bytes) {
      const name = encoding === 'zstd' ? 'session.jsonl.zstd' : 'session.jsonl'
      const path = join(root, sessionPlace(id, cwd) as string, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      return path
    },
    async close() {
      await shipped.ctx.fiber.dispose()
      await dropIn.ctx.fiber.dispose()
      if (given === undefined) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** What a call came to: its value, or all that can be told of its refusal. */
export type Outcome = { readonly value: unknown } | { readonly refused: readonly [unknown, unknown, unknown] }

async function outcome(call: () => unknown): Promise<Outcome> {
  try {
    return { value: await call() }
  } catch (error) {
    const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown }
    return { refused: [name, code, message] }
  }
}

/** One read by both. */
export interface Pair {
  readonly read: string
  readonly shipped: Outcome
  readonly dropIn: Outcome
}

const before = 7
const after = 9

/** Every read the drop-in makes in its own way, by both engines, one after the other. */
export async function readBoth(
  { shipped, dropIn }: Pick<TwoEngines, 'shipped' | 'dropIn'>,
  name: string,
  seqs: (length: number) => Iterable<number>,
): Promise<Pair[]> {
  const id = name as never
  const pairs: Pair[] = []
  const both = async (read: string, ask: (query: StreamingQuery) => unknown): Promise<Pair> => {
    const pair = {
      read,
      shipped: await outcome(() => ask(shipped.query)),
      dropIn: await outcome(() => ask(dropIn.query)),
    }
    pairs.push(pair)
    return pair
  }
  await both('readSurface', (query) => query.readSurface(id))
  await both('readSurface, again', (query) => query.readSurface(id))
  await both('listEvents', (query) => query.listEvents(id))
  await both('readTitle', (query) => query.readTitle(id))
  await both('readTitleSnapshot', (query) => query.readTitleSnapshot(id))
  const whole = await both('readSession', (query) => query.readSession(id))
  pairs.push({
    read: 'streamEvents',
    shipped: 'value' in whole.shipped ? { value: (whole.shipped.value as { events: unknown }).events } : whole.shipped,
    dropIn: await outcome(() => streamed(dropIn.query, name)),
  })
  await both('readEvent, too wide', (query) => query.readEvent({ sessionId: id, seq: 0, before: 51 }))
  await both('readEvent at no seq', (query) => query.readEvent({ sessionId: id, seq: -1 }))
  const length = 'value' in whole.shipped ? (whole.shipped.value as { events: unknown[] }).events.length : 3
  for (const seq of seqs(length)) {
    await both(`readEvent ${seq}`, (query) => query.readEvent({ sessionId: id, seq, before, after }))
  }
  return pairs
}

/** All events that are streamed. */
export async function streamed(query: StreamingQuery, id: string, options?: StreamSessionOptions): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for await (const batch of query.streamEvents(id, options)) events.push(...batch)
  return events
}
