/**
 * What a model and its host can tell about a session that must not be read: nothing, not even by the reads it costs.
 *
 * @module
 */
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { archive, hidden, hiddenStories, openWorkspace, peerStory, type Workspace } from './peer-workspace.ts'

let opened: Workspace
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
})

/** Names of the query's methods in the order in which they are called from now on. */
function queries(): string[] {
  const asked: string[] = []
  const { prototype } = SqliteSessionQueryEngine
  for (const name of ['listSessions', 'readSurface', 'readSession', 'readTitle', 'filterSessions'] as const) {
    const original = prototype[name] as (...args: unknown[]) => Promise<never>
    vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      asked.push(name)
      return original.apply(this, args)
    })
  }
  return asked
}

describe.each([{ cold: false }, { cold: true }])('a session that must not be read (cold: $cold)', ({ cold }) => {
  it('costs one listing, whichever boundary hides it', async () => {
    opened = await openWorkspace([peerStory(), ...hiddenStories()], { cold })
    await archive(opened.harness, 'archived')
    const asked = queries()
    for (const sessionId of ['missing', ...Object.keys(hidden)]) {
      for (const view of ['overview', 'conversation', 'activity']) {
        const result = await opened.call({ sessionId, view })
        expect(result.error?.info?.code).toBe('PEER_CONTEXT_DENIED')
        expect(asked.splice(0)).toEqual(['listSessions'])
      }
    }
    await opened.value()
    expect(asked.splice(0)).toEqual(['listSessions', 'readSurface', 'readSession'])
  })

  it('is denied from the moment it is archived, also in the middle of a read', async () => {
    opened = await openWorkspace([peerStory()], { cold })
    await opened.value()
    const readSession = SqliteSessionQueryEngine.prototype.readSession
    vi.spyOn(SqliteSessionQueryEngine.prototype, 'readSession').mockImplementationOnce(async function (
      this: never,
      id,
    ) {
      const read = await readSession.call(this, id)
      await archive(opened.harness, 'peer')
      return read
    })
    const codes = [await opened.call({ sessionId: 'peer' }), await opened.call({ sessionId: 'peer' })]
    expect(codes.map(({ error }) => error?.info?.code)).toEqual(['PEER_CONTEXT_DENIED', 'PEER_CONTEXT_DENIED'])
  })
})

describe('a session that may be read', () => {
  it('is denied when it is gone by the time it is read', async () => {
    opened = await openWorkspace([peerStory()])
    const { listSessions } = SqliteSessionQueryEngine.prototype
    const ghost = peerStory({ id: 'ghost' }).header
    vi.spyOn(SqliteSessionQueryEngine.prototype, 'listSessions').mockImplementation(async function (this: never) {
      return [...(await listSessions.call(this)), { header: ghost as never, live: false, persisted: true }]
    })
    for (const view of ['overview', 'conversation', 'activity']) {
      expect((await opened.call({ sessionId: 'ghost', view })).error?.info?.code).toBe('PEER_CONTEXT_DENIED')
    }
  })

  it('is unavailable, without a word of the store, when its log is damaged on disk', async () => {
    opened = await openWorkspace([peerStory()], { cold: true })
    const { ctx } = opened.harness
    const { header } = (await ctx.sessionQuery.listSessions()).find(({ header: { id } }) => id === ('peer' as never))!
    const { path } = ctx.sessionPersistence.locate(header) as { path: string }
    const { readFile, writeFile } = await import('node:fs/promises')
    await writeFile(path, (await readFile(path, 'utf8')).replace('{"type":"user/message"', '{"type":"planted/unknown"'))
    const result = await opened.call({ sessionId: 'peer' })
    expect(result.error?.info?.code).toBe('PEER_CONTEXT_UNAVAILABLE')
    expect(JSON.stringify(result)).not.toMatch(/planted|session\.jsonl|needle/)
  })

  it('is never archived where no workspace registry is mounted', async () => {
    opened = await openWorkspace([peerStory()], { workspaces: false })
    expect(opened.harness.ctx.get('workspaceRegistry')).toBeUndefined()
    expect((await opened.value()).title).toBe('The peer')
  })

  it('may be a fork, whose activity is its own and whose conversation is all', async () => {
    opened = await openWorkspace([peerStory({ id: 'parent' })])
    const { ctx } = opened.harness
    const fork = ctx.sessions.fork('parent' as never, undefined, 'peer' as never)
    fork.append('turn/start', { turn: 2 })
    const { conversation, activity } = await opened.value()
    expect(conversation?.messages.map(({ text }) => text)).toEqual(['please find the needle', 'I will look'])
    expect(activity).toMatchObject({ turn: { state: 'running', turn: 2 }, tools: [] })
    expect((await opened.call({ sessionId: 'parent' }, fork)).isError).toBe(false)
  })
})
