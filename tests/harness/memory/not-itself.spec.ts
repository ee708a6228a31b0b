/**
 * A recall that does not find itself: in a real agent loop, and by what a hit says of other sessions.
 *
 * @module
 */
import Commands from '@deepseek-ai/dsh-commands'
import { afterEach, describe, expect, it } from 'vitest'
import { bootHarness, type Harness } from '../../../demo/boot-harness.ts'
import * as memory from '../../../src/plugin/memory/index.ts'
import { callerOf } from '../../../src/plugin/memory/memory-caller.ts'
import { recallMemory } from '../../../src/tools/index.ts'
import { log } from '../../support/log-builder.ts'
import { tell } from '../tell.ts'
import { fakeQuery, header, match, recall } from './fake-query.ts'

let harness: Harness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})

/** A harness with search, the memory plugin, and an earlier session about marmots. */
async function open(): Promise<Harness> {
  harness = await bootHarness({ search: true, plugin: false })
  await harness.ctx.plugin(Commands)
  await harness.ctx.plugin(memory, {})
  await tell(harness, log({ id: 'earlier' }).turn().user('the marmot sleeps').endTurn())
  return harness
}

describe('a recall', () => {
  it('leaves out the step that calls and its own earlier results, and finds what was said before', async () => {
    const { ctx, model, agent, prompt } = await open()
    const { agent: asker } = await agent('asker', { cwd: '/srv/app' })
    const call = (id: string, args: object) => ({ calls: [{ id, name: 'recall_memory', arguments: args }] })
    model.script(call('1', { query: 'marmot' }), { text: 'a marmot is a squirrel' })
    await prompt(asker, 'marmot?')
    model.script(call('2', { query: 'marmot', session_id: 'asker' }), { text: 'done' })
    await prompt(asker, 'tell of the marmot again')
    const values = asker.session.events
      .filter((event) => event.type === 'tool/result')
      .map(({ data }) => JSON.stringify(data.message.content))
    // The strongest event of its own session is its prompt, which the calling step begins with.
    expect(values[0]).toMatch(/ 1 match\(es\) \[all\].*Session: earlier .*Left out as words of this step.*: 1"/)
    // The first prompt, call and answer were said before; the first result was recalled, the rest is this step.
    expect(values[1]).toMatch(/ 4 match\(es\) \[session\]/)
    for (const words of ['marmot?', 'a marmot is a squirrel', '| tool/call |']) expect(values[1]).toContain(words)
    expect(values[1]).not.toMatch(/again|sleeps|\| tool\/result \|/)
    expect(values[1]).toMatch(/Left out as words of this step or as recalled before: 4"/)
    expect(ctx.sessions.list().map(({ id }) => id as string)).toEqual(['earlier', 'asker'])
  })

  it('a command searches also the newest step, because no step is calling', async () => {
    const { ctx, model, agent, prompt } = await open()
    const { agent: asker } = await agent('asker', { cwd: '/srv/app' })
    model.script({ text: 'fine' })
    await prompt(asker, 'what is a marmot')
    const { signal } = new AbortController()
    const done = await ctx.commands.execute(asker, '/memory-search marmot', [], signal)
    expect(done?.result.text).toMatch(/2 match\(es\)/)
    expect(done?.result.text).not.toMatch(/Left out/)
  })
})

describe('who calls', () => {
  const at = (...types: string[]): object[] => types.map((type, seq) => ({ type, seq, time: 1, data: {} }))
  const caller = (events: readonly object[], extra: object = {}) =>
    callerOf({ header: { ...header('me'), cwd: '/srv/app' } as never, events, ...extra })

  it.each([
    [['turn/start', 'step/start', 'user/message', 'tool/call'], 1],
    [['step/start', 'step/end', 'step/start', 'tool/call'], 2],
    [['step/start', 'step/end'], undefined],
    [['step/start', 'turn/end', 'user/message'], undefined],
    [[], undefined],
  ])('after %j the calling step begins at %s', (types, fromSeq) => {
    expect(caller(at(...types))?.fromSeq).toBe(fromSeq)
  })

  it('is read one event at a time where the harness does not show all of them', () => {
    const events = at('step/start', 'tool/call')
    const session = { header: header('me'), seq: 2, eventAt: (seq: number) => events[seq] }
    expect(callerOf(session as never)).toMatchObject({ sessionId: 'me', fromSeq: 0 })
  })

  it('knows which of its results and messages are words of other sessions', () => {
    const story = log({ id: 'me' })
      .turn()
      .user('said')
      .user('recalled', { kind: 'plugin', plugin: 'session-reference', form: 'recall' })
      .step()
      .call('a', 'recall_memory')
      .call('b', 'grep')
      .result('a')
      .result('b')
      .endStep()
      .endTurn()
    const { isRecalled } = caller(story.events) ?? { isRecalled: () => undefined }
    const recalled = story.events.filter(({ seq }) => isRecalled(seq))
    expect(recalled.map(({ seq, type }) => [seq, type])).toEqual([
      [2, 'user/message'],
      [6, 'tool/result'],
    ])
    expect(isRecalled(99)).toBe(false)
  })

  it('is nobody where no session calls', () => {
    expect(callerOf(undefined)).toBeUndefined()
  })
})

describe('what a hit of another session says', () => {
  const rendered = recallMemory.render({
    source: 'dsh',
    query: 'x',
    scope: 'all',
    results: [
      {
        session_id: 's',
        cwd: null,
        created_at: 1,
        seq: 4,
        type: 'user/message',
        time: 1,
        surface: 'current',
        snippet: 'old words',
        snippet_truncated: false,
      },
    ],
    excluded_subagent_sessions: 0,
  })
  const folded = rendered.replaceAll(/\s+/g, ' ')
  it.each([
    ['a result that shows the notice', 'tool/result', rendered, 1],
    ['a result that shows a hit', 'tool/result', `…${folded.slice(100)}`, 1],
    ['a result that shows a target', 'tool/result', '… [12] user/message (target) old words', 1],
    ['a result of another tool', 'tool/result', 'old words', 0],
    ['a message that quotes the notice', 'user/message', rendered, 0],
  ])('%s is left out or not', async (_, type, snippet, excluded) => {
    const items = [match(4, snippet, { type }), match(9, 'kept')]
    const { query } = fakeQuery({ searchEvents: () => ({ session: header(), items }) })
    const value = await recall(query, { query: 'x', session_id: 'root' })
    expect(value.excluded_self ?? 0).toBe(excluded)
    expect(value.results).toHaveLength(2 - excluded)
    expect('excluded_self' in value).toBe(excluded > 0)
  })
})
