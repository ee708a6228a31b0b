/**
 * Holds the hand-written types of the session query against the packages of the harness: checked, never run.
 *
 * @module
 */
import type { Context, Plugin } from '@deepseek-ai/cordis'
import type { Session } from '@deepseek-ai/dsh-session'
import type { SessionPersistence } from '@deepseek-ai/dsh-session-persistence'
import type { SessionQueryEngine } from '@deepseek-ai/dsh-session-query'
import { expectTypeOf, test } from 'vitest'
import type * as sessionQuery from '../../src/plugin/session-query/index.ts'
import type { HostPersistence, HostQueryContext, HostQuerySession } from '../../src/plugin/session-query/query-host.ts'

test('the services of the harness fit what the session query expects of them', () => {
  expectTypeOf<Context['sessions']>().toExtend<HostQueryContext['sessions']>()
  expectTypeOf<SessionPersistence>().toExtend<HostPersistence>()
  expectTypeOf<Session>().toExtend<HostQuerySession>()
})

test('the reads that are overridden are those of the engine', () => {
  expectTypeOf<Parameters<SessionQueryEngine['readSurface']>>().toExtend<[string]>()
  expectTypeOf<Parameters<SessionQueryEngine['readSession']>>().toExtend<[string]>()
  expectTypeOf<Parameters<SessionQueryEngine['listEvents']>>().toExtend<[string]>()
  expectTypeOf<Parameters<SessionQueryEngine['readEvent']>[0]>().toExtend<{ sessionId: string; seq: number }>()
  expectTypeOf<Parameters<SessionQueryEngine['readTitleSnapshots']>[0]>().toExtend<readonly string[]>()
})

test('the plugin fits what the harness expects of one', () => {
  expectTypeOf<typeof sessionQuery>().toExtend<Plugin>()
})
