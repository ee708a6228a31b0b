/**
 * Spies on everything of a harness by which an agent or a session could be woken, created, fed or changed.
 *
 * @module
 */
import AgentRegistry, { Inbox } from '@deepseek-ai/dsh-agent'
import SessionStore, { Session } from '@deepseek-ai/dsh-session'
import JsonlSessionPersistence from '@deepseek-ai/dsh-session-persistence-jsonl'
import { vi } from 'vitest'
import type { Harness } from '../../demo/boot-harness.ts'

/**
 * Methods of the registries and of inboxes that only look. `get` is how a tool learns whether an agent runs; `prepare`
 * builds a detached session, which is how the harness's own query validates what it reads.
 */
const looks: ReadonlySet<string> = new Set(
  'constructor get list roots isOwnedBy currentInitiator requireInitiator liveEntryFor prepare'.split(' '),
)
/** What would change a log; the rest of a session and of its store is reading. */
const writes: ReadonlySet<string> = new Set(
  'append create prepare appendBatch appendLines repair commitRepair materialize'.split(' '),
)

export interface Spies {
  /** Names of the methods that were called, in order. */
  readonly called: string[]
  /** Names of the methods that are watched. */
  readonly watched: string[]
  restore(): void
}

/** Watches the agent registry, every inbox, the given agents, and whatever writes to a session or its log on disk. */
export function spyOnLifecycle({ ctx }: Harness, ...agents: readonly object[]): Spies {
  const called: string[] = []
  const watched: string[] = []
  const restores: (() => void)[] = []
  const acts = (name: string): boolean => !looks.has(name)
  const subjects: [subject: string, prototype: object, isWatched: (name: string) => boolean][] = [
    ['agents', AgentRegistry.prototype, acts],
    ['inbox', Inbox.prototype, acts],
    ['sessions', SessionStore.prototype, acts],
    ['session', Session.prototype, (name) => writes.has(name)],
    ['persistence', JsonlSessionPersistence.prototype, (name) => writes.has(name)],
    ...agents.map((agent) => ['agent', Object.getPrototypeOf(agent) as object, acts] as [string, object, typeof acts]),
  ]
  for (const [subject, prototype, isWatched] of subjects) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || !isWatched(name)) continue
      const original = value as (...args: unknown[]) => unknown
      const spy = vi.spyOn(prototype as Record<string, () => unknown>, name)
      spy.mockImplementation(function (this: unknown, ...args: unknown[]) {
        const detached = this instanceof Session && ctx.sessions.get(this.id) !== this
        if (!detached) called.push(`${subject}.${name}`)
        return original.apply(this, args)
      })
      watched.push(`${subject}.${name}`)
      restores.push(() => spy.mockRestore())
    }
  }
  return { called, watched, restore: () => restores.forEach((restore) => restore()) }
}
