/**
 * A `sessionQuery` that answers as it is told and remembers what it was asked; what it was not told, it refuses.
 *
 * @module
 */
import { expect } from 'vitest'
import { dshMemoryPort } from '../../../src/plugin/memory/dsh-memory-port.ts'
import type { HostMemoryQuery } from '../../../src/plugin/memory/memory-host.ts'
import { fetchSession, recallMemory, type MemoryCall } from '../../../src/tools/index.ts'
import type { FetchValue } from '../../../src/tools/fetch-value.ts'
import type { RecallValue } from '../../../src/tools/recall-value.ts'

type Answer = (...args: never[]) => unknown
type Call = readonly unknown[]

export interface FakeQuery {
  readonly query: HostMemoryQuery
  /** Name and arguments of every call, in order. */
  readonly calls: Call[]
}

const newer = ['searchSessions', 'searchEvents', 'observeSession', 'readEvent', 'listSessions', 'readSession']

/** @param names - the methods it has; a harness of rc.8 has no `observeSession`. */
export function fakeQuery(answers: Readonly<Record<string, Answer>> = {}, names: readonly string[] = newer): FakeQuery {
  const calls: Call[] = []
  const method =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      calls.push([name, ...args])
      // The real engine takes no other key for a search across sessions (R001-20).
      if (name === 'searchSessions') expect(Object.keys(args[0] as object)).toContain('sessionFilters')
      const answer = answers[name]
      if (answer === undefined) throw new Error(`not told to answer ${name}`)
      return answer(...(args as never[]))
    }
  return { calls, query: Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as HostMemoryQuery }
}

/** The methods of a harness without leases. */
export const older: readonly string[] = newer.filter((name) => name !== 'observeSession')

type Options = Omit<MemoryCall, 'port' | 'signal'>

export const recall = (
  query: HostMemoryQuery,
  args: unknown,
  signal?: AbortSignal,
  options: Options = {},
): Promise<RecallValue> => recallMemory.run(args, { ...options, port: dshMemoryPort({ sessionQuery: query }), signal })

export const read = (
  query: HostMemoryQuery,
  args: unknown,
  signal?: AbortSignal,
  options: Options = {},
): Promise<FetchValue> => fetchSession.run(args, { ...options, port: dshMemoryPort({ sessionQuery: query }), signal })

export const header = (id = 'root', extra: object = {}): object => ({
  id,
  version: 1,
  createdAt: 123,
  isSeeded: false,
  ...extra,
})

export const match = (seq = 5, snippet: unknown = 'database evidence', extra: object = {}): object => ({
  sessionId: 'root',
  seq,
  type: 'assistant/message',
  time: 456,
  surface: 'current',
  snippet,
  ...extra,
})

export const hit = (id: string, extra: object = {}): object => ({
  header: header(id),
  live: true,
  persisted: false,
  bestMatch: match(),
  ...extra,
})

export interface FakeEvent {
  readonly seq: number
  readonly type: string
  readonly time: number
  readonly data: unknown
}

export const said = (seq: number, text: string): FakeEvent => ({
  seq,
  type: 'user/message',
  time: seq + 100,
  data: { role: 'user', content: [{ type: 'text', text }] },
})

/** What `readEvent` returns around seq 5. */
export const around = (events: readonly FakeEvent[] = [said(5, 'target')], extra: object = {}): object => ({
  session: header(),
  target: events.find(({ seq }) => seq === 5) ?? events[0],
  events,
  startSeq: events[0]?.seq ?? 5,
  endSeq: events.at(-1)?.seq ?? 5,
  inheritedEventCount: 0,
  ...extra,
})

/** A lease on a session's header that reports when it is disposed. */
export const lease = (of: object, disposed: () => void = () => {}): object => ({
  header: of,
  [Symbol.dispose]: disposed,
})
