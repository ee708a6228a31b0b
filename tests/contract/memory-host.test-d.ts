/**
 * Holds the hand-written types of the memory plugin against the packages of the harness: checked, never run.
 *
 * @module
 */
import type { Context, Plugin } from '@deepseek-ai/cordis'
import type { CommandDefinition, CommandInvocation, CommandRuntime } from '@deepseek-ai/dsh-commands'
import type { Session } from '@deepseek-ai/dsh-session'
import type { SessionQueryEngine } from '@deepseek-ai/dsh-session-query'
import type { ToolRuntime } from '@deepseek-ai/dsh-tools'
import { expectTypeOf, test } from 'vitest'
import type * as memory from '../../src/plugin/memory/index.ts'
import type {
  HostCommand,
  HostInvocation,
  HostLiveSession,
  HostMemoryContext,
  HostMemoryQuery,
} from '../../src/plugin/memory/memory-host.ts'

test('the services of the harness fit what the memory plugin expects of them', () => {
  expectTypeOf<Context>().toExtend<HostMemoryContext>()
  expectTypeOf<SessionQueryEngine>().toExtend<HostMemoryQuery>()
  expectTypeOf<ToolRuntime>().toExtend<HostMemoryContext['tools']>()
  expectTypeOf<CommandRuntime>().toExtend<HostMemoryContext['commands']>()
})

test('the values of the harness fit what the memory plugin reads from them', () => {
  expectTypeOf<Session>().toExtend<HostLiveSession>()
  expectTypeOf<CommandInvocation>().toExtend<HostInvocation>()
})

test('the memory plugin and its commands fit what the harness expects of them', () => {
  expectTypeOf<HostCommand>().toExtend<CommandDefinition>()
  expectTypeOf<typeof memory>().toExtend<Plugin>()
})
