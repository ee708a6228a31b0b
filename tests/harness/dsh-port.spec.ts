import WorkspaceRegistry from '@deepseek-ai/dsh-workspace'
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../src/pipeline/index.ts'
import { dshPort } from '../../src/plugin/dsh-port.ts'
import type { HostContext } from '../../src/plugin/host-types.ts'
import { SessionNotFound } from '../../src/tools/index.ts'
import { log } from '../support/log-builder.ts'
import { archive, openWorkspace, peerStory } from './peer-workspace.ts'

const id = SessionId('peer')
const { header: session } = log({ id: 'peer' })

/** A host of which only the query is real enough to answer. */
const host = (sessionQuery: object): HostContext =>
  ({ sessionQuery, agents: { get: () => undefined }, tools: {}, get: () => undefined }) as unknown as HostContext

describe('dshPort', () => {
  it('hands the signal to every query and takes the inherited count where a newer harness has them', async () => {
    const seen: unknown[] = []
    const answer =
      (value: object) =>
      (...args: unknown[]) => {
        seen.push(args.at(-1))
        return Promise.resolve(value)
      }
    const port = dshPort(
      host({
        listSessions: answer([{ header: session }]),
        readSurface: answer({ session, capturedThroughSeq: 3, events: [], inheritedEventCount: 2 }),
        readSession: answer({ session, events: [], inheritedEventCount: 2 }),
        readTitle: answer({ title: 'T' }),
      }),
    )
    const { signal } = new AbortController()
    expect(await port.listSessions(signal)).toEqual([session])
    expect(await port.readSurface(id, signal)).toEqual({ header: session, capturedThroughSeq: 3, events: [] })
    expect(await port.readLog(id, signal)).toEqual({ header: session, events: [], inheritedEventCount: 2 })
    expect(await port.readTitle(id, signal)).toBe('T')
    expect(seen).toEqual([signal, signal, signal, signal])
  })

  it.each([
    ['SESSION_QUERY_SESSION_NOT_FOUND', true],
    ['SESSION_QUERY_SOURCE_CONFLICT', true],
    ['SESSION_QUERY_PERSISTENCE_FAILED', false],
    ['SESSION_QUERY_CORRUPT_SESSION', false],
    [undefined, false],
  ])('takes a rejection with code %s as "not found": %s', async (code, notFound) => {
    const rejection = code === undefined ? null : Object.assign(new Error('words'), { code })
    const port = dshPort(host({ readSession: () => Promise.reject(rejection) }))
    const failure: unknown = await port.readLog(id).catch((error: unknown) => error)
    if (notFound) expect(failure).toBeInstanceOf(SessionNotFound)
    else expect(failure).toBe(rejection)
  })

  it('asks the workspace registry that is mounted at the time of the call', async () => {
    const { harness, call, close } = await openWorkspace([peerStory()], { workspaces: false })
    try {
      expect((await call({ sessionId: 'peer' })).isError).toBe(false)
      const registry = await harness.ctx.plugin(WorkspaceRegistry)
      await archive(harness, 'peer')
      expect((await call({ sessionId: 'peer' })).error?.info?.code).toBe('PEER_CONTEXT_DENIED')
      await registry.dispose()
      expect((await call({ sessionId: 'peer' })).isError).toBe(false)
    } finally {
      await close()
    }
  })
})
