/**
 * Mounts the memory plugin on registries that only keep what they are given.
 *
 * @module
 */
import { expect } from 'vitest'
import type { HostToolCall, HostToolDefinition } from '../../../src/plugin/host-types.ts'
import { apply, type Config } from '../../../src/plugin/memory/index.ts'
import type { HostCommand, HostMemoryContext } from '../../../src/plugin/memory/memory-host.ts'
import { fakeQuery, older } from './fake-query.ts'

export interface Mounted {
  readonly tools: Map<string, HostToolDefinition>
  readonly commands: Map<string, HostCommand>
  readonly effects: (() => unknown)[]
  /** What was taken back, in order. */
  readonly removed: string[]
  /** Names and arguments of the queries. */
  readonly calls: (readonly unknown[])[]
  /** A call of a tool by a model. */
  call(name: string, args: unknown, exec?: HostToolCall): Promise<unknown>
  /** A command as typed. */
  type(name: string, rawInput: string, signal?: AbortSignal): Promise<{ kind: string; text: string }>
  dispose(): void
}

interface MountOptions {
  readonly answers?: Parameters<typeof fakeQuery>[0]
  /** Whether the harness has no leases, as rc.8 has none. */
  readonly isOlder?: boolean
  readonly config?: Config
}

export function mount({ answers = {}, isOlder = false, config }: MountOptions = {}): Mounted {
  const tools = new Map<string, HostToolDefinition>()
  const commands = new Map<string, HostCommand>()
  const effects: (() => unknown)[] = []
  const removed: string[] = []
  const { query, calls } = isOlder ? fakeQuery(answers, older) : fakeQuery(answers)
  const register =
    <T extends { readonly name: string }>(kept: Map<string, T>) =>
    (definition: T) => {
      expect(kept.has(definition.name)).toBe(false)
      kept.set(definition.name, definition)
      return () => {
        if (kept.delete(definition.name)) removed.push(definition.name)
      }
    }
  const ctx: HostMemoryContext = {
    sessionQuery: query,
    tools: { register: register(tools) },
    commands: { register: register(commands) },
    effect: (start) => effects.push(start()),
  }
  apply(ctx, config)
  return {
    tools,
    commands,
    effects,
    removed,
    calls,
    call: async (name, args, exec = {}) => (tools.get(name) as HostToolDefinition).execute(args, exec),
    type: async (name, rawInput, signal = new AbortController().signal) =>
      (commands.get(name) as HostCommand).handler({ rawInput, signal }),
    dispose: () => effects.toReversed().forEach((dispose) => dispose()),
  }
}
