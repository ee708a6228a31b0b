/**
 * Holds the hand-written host types against the packages of the harness: checked by the compiler, never run.
 *
 * @module
 */
import type { Context, Plugin } from '@deepseek-ai/cordis'
import type { AgentRegistry } from '@deepseek-ai/dsh-agent'
import type { SessionEvent, SessionHeader as DshSessionHeader } from '@deepseek-ai/dsh-session'
import type { SessionQueryEngine } from '@deepseek-ai/dsh-session-query'
import type { ToolDefinition, ToolRunContext, ToolRuntime } from '@deepseek-ai/dsh-tools'
import type { WorkspaceRegistry } from '@deepseek-ai/dsh-workspace'
import { expectTypeOf, test } from 'vitest'
import type { LogEvent } from '../../src/pipeline/index.ts'
import type {
  HostAgents,
  HostContext,
  HostLog,
  HostSessionHeader,
  HostSessionQuery,
  HostSurface,
  HostToolCall,
  HostToolDefinition,
  HostWorkspaceRegistry,
} from '../../src/plugin/host-types.ts'
import type * as plugin from '../../src/plugin/index.ts'

test('the services of the harness fit what the plugin expects of them', () => {
  expectTypeOf<Context>().toExtend<HostContext>()
  expectTypeOf<SessionQueryEngine>().toExtend<HostSessionQuery>()
  expectTypeOf<AgentRegistry>().toExtend<HostAgents>()
  expectTypeOf<WorkspaceRegistry>().toExtend<HostWorkspaceRegistry>()
  expectTypeOf<ToolRuntime>().toExtend<HostContext['tools']>()
})

test('the values of the harness fit what the plugin reads from them', () => {
  expectTypeOf<ToolRunContext>().toExtend<HostToolCall>()
  expectTypeOf<DshSessionHeader>().toExtend<HostSessionHeader>()
  expectTypeOf<SessionQueryEngine['readSurface']>().returns.resolves.toExtend<HostSurface>()
  expectTypeOf<SessionQueryEngine['readSession']>().returns.resolves.toExtend<HostLog>()
  expectTypeOf<SessionEvent>().toExtend<LogEvent>()
})

test('the plugin and its tool fit what the harness expects of them', () => {
  expectTypeOf<HostToolDefinition>().toExtend<ToolDefinition>()
  expectTypeOf<typeof plugin>().toExtend<Plugin>()
})

test('a host type that the real one does not fit is noticed', () => {
  expectTypeOf<SessionQueryEngine>().not.toExtend<{ readSurface(id: string): Promise<{ readonly events: string }> }>()
})
