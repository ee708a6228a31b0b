/**
 * The required tests of the contract that `get_peer_context` comes from, by their numbers, in a real harness.
 *
 * Test 8 (list, send, receipt and client UI stay green) comes with the cross-session tools, which do not exist yet.
 * Test 9 (package allowlist, packed plugin, real profile) is under `tests/sets`.
 * @module
 */
import SqliteSessionQueryEngine from '@deepseek-ai/dsh-session-query-sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { referenceActivity, referenceConversation } from '../support/reference.ts'
import { badArguments } from '../unit/tools/bad-arguments.ts'
import { archive, hidden, hiddenStories, openWorkspace, peerStory, type Workspace } from './peer-workspace.ts'
import { spyOnLifecycle } from './spies.ts'
import { append } from './tell.ts'

const open: Workspace[] = []
const workspace = async (...args: Parameters<typeof openWorkspace>): Promise<Workspace> => {
  const opened = await openWorkspace(...args)
  open.push(opened)
  return opened
}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const opened of open.splice(0)) await opened.close()
})

describe.each([{ cold: false }, { cold: true }])('peers that are cold: $cold', ({ cold }) => {
  it('seed 000 test 1: rejects every boundary and every bad argument without revealing which it was', async () => {
    const { call, caller, harness } = await workspace([peerStory(), ...hiddenStories()], { cold })
    await archive(harness, 'archived')
    const subagent = harness.ctx.sessions.create(undefined, { meta: { cwd: '/srv/app', delegationDepth: 1 } })
    const homeless = harness.ctx.sessions.create()
    const results = [
      await call({ sessionId: 'caller' }),
      await call({ sessionId: 'missing' }),
      await call({ sessionId: 'peer' }, subagent),
      await call({ sessionId: 'peer' }, homeless),
      await harness.call('get_peer_context', { sessionId: 'peer' }, undefined),
    ]
    for (const sessionId of Object.keys(hidden)) results.push(await call({ sessionId }))
    for (const [, args] of badArguments('peer')) results.push(await call(args))
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set([
        JSON.stringify({
          isError: true,
          error: {
            message: 'No permission to read the context of that session.',
            info: { name: 'HarnessError', code: 'PEER_CONTEXT_DENIED' },
          },
          content: [{ type: 'text', text: 'Error: No permission to read the context of that session.' }],
        }),
      ]),
    )
    expect((await call({ sessionId: 'peer' }, caller)).isError).toBe(false)
  })

  it('seed 000 test 2: reads by public queries only; no agent lifecycle or inbox method is called', async () => {
    const { call, harness } = await workspace([peerStory()], { cold })
    const { agent } = await harness.agent('online', { cwd: '/srv/app' })
    harness.model.script({ text: 'online words' })
    await harness.prompt(agent, 'say something')
    const spies = spyOnLifecycle(harness, agent)
    expect(spies.watched).toEqual(
      expect.arrayContaining(['agents.resume', 'inbox.append', 'agent.followup', 'session.append']),
    )
    const before = {
      live: harness.ctx.sessions.list().map(({ id, seq }) => [id, seq]),
      requests: harness.model.requests.length,
    }
    for (const sessionId of ['peer', 'online']) {
      for (const view of ['overview', 'conversation', 'activity']) {
        expect((await call({ sessionId, view })).isError).toBe(false)
      }
    }
    for (const sessionId of ['missing', 'caller']) expect((await call({ sessionId })).isError).toBe(true)
    expect(spies.called).toEqual([])
    agent.cancel({ kind: 'user' })
    expect(spies.called).toContain('agent.cancel')
    spies.restore()
    expect(harness.ctx.sessions.list().map(({ id, seq }) => [id, seq])).toEqual(before.live)
    expect(harness.model.requests).toHaveLength(before.requests)
    expect(harness.ctx.sessions.get('peer' as never) === undefined).toBe(cold)
  })

  it('seed 000 test 3: shows direct-user, checkpoint and assistant text in order, and nothing else', async () => {
    const story = everything()
    const opened = await workspace([story], { cold })
    const { conversation } = await opened.value({ maxMessages: 8 })
    expect(conversation?.messages.map(({ role, checkpoint, text }) => [role, checkpoint, text])).toEqual([
      ['user', true, '<compacted-summary>\nsummary of the start\n</compacted-summary>'],
      ['user', false, 'direct one\ndirect two'],
      ['assistant', false, 'completed text'],
      ['user', false, 'last words'],
    ])
    const stored = (await opened.harness.ctx.sessionQuery.readSession('peer' as never)).events
    expect(conversation).toEqual(referenceConversation(stored as never, { maxMessages: 8 }))
    const rendered = (await opened.call({ sessionId: 'peer' })).content
    expect(JSON.stringify(rendered)).not.toMatch(/planted|forbidden/)
  })

  it('seed 000 test 4: keeps the newest messages within message and byte caps, with exact and repeatable figures', async () => {
    const story = log({ id: 'peer' }).title('T').turn()
    const texts = [
      'old '.repeat(500),
      `${'a'.repeat(4094)}你`,
      `${'b'.repeat(4095)}😀`,
      '</tag> & more',
      '你'.repeat(9000),
    ]
    for (const text of texts) story.user(text)
    const opened = await workspace([story], { cold })
    const value = await opened.value({ maxMessages: 5 })
    const { messages, retention } = value.conversation!
    expect(messages.map(({ text }) => Buffer.byteLength(text))).toEqual([2000, 4094, 4095, 13, 4095])
    expect(messages.map(({ truncated }) => truncated)).toEqual([undefined, true, true, undefined, true])
    const eligible = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    expect(retention).toEqual({
      eligibleMessages: 5,
      returnedMessages: 5,
      omittedMessages: 0,
      eligibleBytes: eligible,
      returnedBytes: 2000 + 4094 + 4095 + 13 + 4095,
      omittedBytes: eligible - (2000 + 4094 + 4095 + 13 + 4095),
    })
    const render = async (): Promise<string> => JSON.stringify((await opened.call({ sessionId: 'peer' })).content)
    expect((await render()).replace(/"capturedAt\D+\d+/, '')).toBe((await render()).replace(/"capturedAt\D+\d+/, ''))
    expect(await render()).not.toMatch(/[<>&]/)
  })

  it('seed 000 test 5: pairs calls by id and shows name, status, time and fingerprint alone', async () => {
    const opened = await workspace([everything()], { cold })
    const { activity } = await opened.value({ view: 'activity' })
    expect(activity?.tools.map(({ name, status, callId }) => [name, status, callId.length])).toEqual([
      ['grep', 'completed', 12],
      ['bash', 'error', 12],
      ['write', 'error', 12],
    ])
    for (const tool of activity!.tools) expect(Object.keys(tool)).toEqual(['name', 'status', 'time', 'callId'])
    const stored = (await opened.harness.ctx.sessionQuery.readSession('peer' as never)).events
    expect(activity).toEqual(referenceActivity(stored as never))
    expect(JSON.stringify(await opened.call({ sessionId: 'peer', view: 'activity' }))).not.toMatch(/planted|forbidden/)
  })
})

describe('a peer that works meanwhile', () => {
  it('seed 000 test 6: keeps running, idle, offline and the end of a turn apart', async () => {
    const opened = await workspace([])
    const { harness } = opened
    const { agent, dispose } = await harness.agent('peer', { cwd: '/srv/app' })
    harness.model.script({ text: 'done' })
    await harness.prompt(agent, 'first')
    expect(await opened.value()).toMatchObject({
      runtimeStatus: 'idle',
      activity: { turn: { state: 'ended', turn: 1, lastEndReason: 'completed' }, step: { state: 'ended' } },
    })
    let release = (): void => {}
    harness.model.script({ text: 'slow', until: new Promise<void>((resolve) => (release = resolve)) })
    const prompted = harness.prompt(agent, 'second')
    await vi.waitFor(() => expect(harness.model.requests).toHaveLength(2))
    const running = await opened.value()
    expect(running).toMatchObject({
      runtimeStatus: 'running',
      activity: {
        turn: { state: 'running', turn: 2, lastEndReason: 'completed' },
        step: { state: 'running', turn: 2 },
      },
    })
    release()
    await prompted
    await dispose()
    const offline = await opened.value()
    expect(offline).toMatchObject({ runtimeStatus: 'offline', activity: { turn: { state: 'ended', turn: 2 } } })
    for (const value of [running, offline]) {
      expect(Object.keys(value)).not.toEqual(expect.arrayContaining(['read', 'replied', 'completed']))
    }
  })

  it.each([
    ['overview', 'readSurface'],
    ['overview', 'readSession'],
    ['conversation', 'readTitle'],
    ['activity', 'readSession'],
    ['activity', 'listSessions'],
  ] as const)('seed 000 test 7: a failure or a cancellation in %s at %s returns nothing', async (view, method) => {
    const { call } = await workspace([peerStory()])
    const spy = vi.spyOn(SqliteSessionQueryEngine.prototype, method)
    spy.mockRejectedValueOnce(new Error('storage unavailable at /srv/secret'))
    const failed = await call({ sessionId: 'peer', view })
    expect(failed).toMatchObject({ isError: true, error: { info: { code: 'PEER_CONTEXT_UNAVAILABLE' } } })
    expect(JSON.stringify(failed)).not.toMatch(/storage|secret|needle/)

    const controller = new AbortController()
    spy.mockImplementationOnce(() => {
      controller.abort(new Error('stopped'))
      return Promise.resolve(undefined as never)
    })
    const cancelled = await call({ sessionId: 'peer', view }, undefined, controller.signal)
    expect(cancelled).toMatchObject({ isError: true, error: { message: 'stopped' } })
    expect(cancelled).not.toHaveProperty('value')
  })

  it('seed 000 test 7: what the peer does during and after the call changes nothing in the value', async () => {
    const opened = await workspace([peerStory()])
    const peer = opened.harness.ctx.sessions.get('peer' as never)!
    const before = await opened.value()
    const readSurface = SqliteSessionQueryEngine.prototype.readSurface
    vi.spyOn(SqliteSessionQueryEngine.prototype, 'readSurface').mockImplementationOnce(async function (
      this: never,
      id,
    ) {
      const captured = await readSurface.call(this, id)
      for (const event of late().events) append(peer, event)
      return captured
    })
    const during = await opened.value()
    const text = JSON.stringify(during)
    expect({ ...during, capturedAt: 0 }).toEqual({ ...before, capturedAt: 0 })
    for (const event of late().events) append(peer, event)
    expect(JSON.stringify(during)).toBe(text)
    expect((await opened.value()).conversation?.messages.at(-1)?.text).toBe('late words')
  })
})

const late = (): LogBuilder => log().title('Late').turn(9).user('late words').step(1).call('late', 'late')

/** A log with everything that may be shown and everything that may not. */
function everything(): LogBuilder {
  const image = { attachmentId: 'forbidden-image', mediaType: 'image/png', bytes: 1, width: 1, height: 1 }
  const story = log({ id: 'peer' })
    .title('T')
    .turn()
    .user('shadowed forbidden start')
    .step()
    .assistant('shadowed forbidden')
  story.checkpoint('summary of the start').endStep().endTurn()
  return story
    .turn()
    .user([
      { type: 'text', text: 'direct one' },
      { type: 'image', attachment: image },
      { type: 'text', text: 'direct two' },
    ])
    .plugin('@deepseek-ai/dsh-system-prompt', 'forbidden runtime context', { form: 'snapshot' })
    .plugin('session-streams', 'forbidden relay', { form: 'relay' })
    .user('forbidden schedule', { kind: 'schedule' })
    .user('forbidden relay by door', { kind: 'user', rpcId: 'session-streams-relay:1' })
    .step()
    .deltas(['forbidden delta'])
    .deltas(['forbidden thought'], 'reasoning')
    .assistant([
      { type: 'reasoning', text: 'forbidden reasoning' },
      { type: 'text', text: 'completed text' },
      { type: 'tool-call', id: 'a', name: 'grep', arguments: '{"x":"planted-argument"}' },
    ])
    .call('a', 'grep', { x: { y: ['planted-argument'] } })
    .call('b', 'bash', { command: 'planted-command' })
    .call('c', 'write', 'planted-argument')
    .result('b', { isError: true, text: 'planted-error-text', error: { name: 'planted-name', code: 'PLANTED' } })
    .result('a', { text: 'planted-result', meta: { nested: { diff: 'planted-meta' } } })
    .result('c', { text: 'planted-result', error: { name: 'planted', code: 'PLANTED' } })
    .event('todo/write', { todos: [{ content: 'forbidden todo', status: 'pending' }] })
    .endStep()
    .assistant('forbidden prefix', { interrupted: true })
    .user('last words')
    .endTurn('error', { error: { message: 'planted-failure', code: 'X' } })
}
