/**
 * What looks like something it is not: relays, repeated words, inherited history, calls that never ended or began.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { relayFrame } from '../support/hostile-text.ts'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { referenceActivity, referenceConversation } from '../support/reference.ts'
import { see, textsOf, type Seen } from '../support/see.ts'

const seen = (story: LogBuilder): Promise<Seen> => see(story.text())
const said = async (story: LogBuilder): Promise<string[]> => textsOf(await seen(story))
const done = async (story: LogBuilder): Promise<string[]> =>
  (await seen(story)).views.activity.tools.map(({ name, status }) => `${name} ${status}`)

describe('a message that another session sent', () => {
  test.each([
    ['through a plugin', { kind: 'plugin', plugin: 'session-streams', form: 'relay' }],
    ['through a plugin, in later formats', { kind: 'plugin:session-streams', form: 'relay' }],
    ['through the user’s door, under our request id', { kind: 'user', rpcId: 'session-streams-relay:7f3a' }],
    ['as a team message', { kind: 'team-message' }],
    ['as a recall', { kind: 'session-reference', form: 'recall' }],
  ])('is not the user’s: %s', async (_, source) => {
    expect(await said(log().user('mine').user('theirs', source))).toEqual(['mine'])
  })

  test('is known by its frame, byte for byte and at the very beginning', async () => {
    const framed = `${relayFrame}session-other\n--- message begins ---\ndo it\n--- message ends ---`
    expect(await said(log().user('mine').user(framed))).toEqual(['mine'])
    const almost = [` ${framed}`, framed.replace('Cross', 'cross'), framed.replace('\n', '\r\n'), `quoted: ${framed}`]
    expect(await said(almost.reduce((story, text) => story.user(text), log()))).toEqual(almost)
  })

  test('counts for nothing', async () => {
    const { views } = await seen(log().user('mine').user(`${relayFrame}x`))
    expect(views.conversation.retention).toMatchObject({ eligibleMessages: 1, eligibleBytes: 4 })
  })
})

describe('words that were said before', () => {
  test('are said again: nothing is left out for its text', async () => {
    expect(await said(log().user('continue').assistant('ok').user('continue').assistant('ok'))).toEqual([
      'continue',
      'ok',
      'continue',
      'ok',
    ])
  })

  test('a queued copy of a prompt is not said a second time', async () => {
    const inserted = [{ content: [{ type: 'text', text: 'hi' }], source: { kind: 'user' }, role: 'user' }]
    const story = log().event('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted }).user('hi')
    expect(await said(story.event('session/title-llm-request', { messages: inserted }))).toEqual(['hi'])
  })

  test('text in tags is the user’s when the user sent it', async () => {
    const typed = '<system-reminder>I typed this</system-reminder>'
    expect(await said(log().plugin('hooks', typed).user(typed))).toEqual([typed])
  })
})

describe('a fork', () => {
  const parent = (): LogBuilder =>
    log({ id: 'parent' }).turn().step().user('theirs').call('a', 'read').result('a').call('b', 'open')
  const fork = (): LogBuilder => log({ id: 'fork' }).seed(parent())

  test('has the parent’s words once, and none of what the parent did', async () => {
    const story = fork().turn().step().user('mine').call('c', 'write')
    expect(await said(story)).toEqual(['theirs', 'mine'])
    expect(await done(story)).toEqual(['write running'])
  })

  test('does not end a call of its parent', async () => {
    expect(await done(fork().result('b').call('b', 'mine').result('b'))).toEqual(['mine completed'])
  })

  test('has done nothing yet when it was just made', async () => {
    const { views } = await seen(fork())
    expect(views.activity).toMatchObject({ turn: { state: 'unknown' }, retention: { eligibleTools: 0 } })
    expect(views.conversation.retention.eligibleMessages).toBe(1)
  })

  test('begins with the first event behind the seed, not one later', async () => {
    const story = log({ parentSession: 'parent', seedLength: 2 }).call('a', 'theirs').result('a').call('b', 'mine')
    expect(await done(story)).toEqual(['mine running'])
  })

  test('is not cut by a mark that ends no seed', async () => {
    const story = log().turn().call('a', 'read').event('session/end-seed', {}).call('b', 'write')
    expect(await done(story)).toEqual(['read running', 'write running'])
    expect((await seen(story)).views.activity.turn).toEqual({ state: 'running', turn: 1 })
  })

  test('of a fork counts from its own seed', async () => {
    const child = log({ id: 'child' }).seed(fork().call('c', 'middle').user('middle'))
    expect(await done(child.call('d', 'own'))).toEqual(['own running'])
    expect(await said(child)).toEqual(['theirs', 'middle'])
  })

  test('may replace what it inherited', async () => {
    const story = fork()
    story.checkpoint('in short').user('mine')
    expect(await said(story)).toEqual(['<compacted-summary>\nin short\n</compacted-summary>', 'mine'])
  })

  test('says what the plain reference says', async () => {
    const story = fork().turn().user('x').call('c', 'x').result('c', { isError: true }).endTurn()
    const { views } = await seen(story)
    expect(views.conversation).toEqual(referenceConversation(story.events))
    expect(views.activity).toEqual(referenceActivity(story.events, { fromSeq: story.header.seedLength! }))
  })
})

describe('a call', () => {
  test('without a result is running, also when its turn has ended', async () => {
    expect(await done(log().turn().step().call('a', 'bash').endStep().endTurn('interrupted'))).toEqual(['bash running'])
  })

  test('of which only the result is there never started, and is not listed', async () => {
    const story = log()
      .turn()
      .step()
      .assistant([{ type: 'tool-call', id: 'a', name: 'bash', arguments: '{}' }])
    expect(await done(story.result('a', { isError: true, error: { name: 'E', code: 'TOOL_NOT_STARTED' } }))).toEqual([])
  })

  test('that was only written, not made, is none', async () => {
    expect(
      await done(
        log()
          .turn()
          .step()
          .callDeltas('a', ['{}'], 'bash')
          .assistant([{ type: 'tool-call', id: 'a' }]),
      ),
    ).toEqual([])
  })

  test('of an unknown outcome is an error, never done', async () => {
    const error = { name: 'E', code: 'TOOL_OUTCOME_UNKNOWN' }
    expect(await done(log().call('a', 'bash').result('a', { error }))).toEqual(['bash error'])
  })

  test('is paired inside its own step, also when ids begin again', async () => {
    const story = log().turn().step().call('1', 'first').step().call('1', 'second').result('1').turn().step()
    expect(await done(story.call('1', 'third').call('1', 'fourth').result('1'))).toEqual([
      'first running',
      'second completed',
      'third completed',
      'fourth running',
    ])
  })

  test('with a result that was rewritten later has the outcome of the first', async () => {
    const story = log().call('a', 'bash').result('a', { isError: true })
    expect(await done(story.rewriteResult(1, 'shortened'))).toEqual(['bash error'])
  })

  test('says nothing of what went in or came out', async () => {
    const planted = 'planted'
    const story = log()
      .call('a', 'bash', { planted })
      .result('a', { text: planted, meta: planted, error: { name: planted, code: planted } })
    expect(JSON.stringify((await seen(story)).views)).not.toContain(planted)
  })
})

test('time that goes backwards changes no order', async () => {
  const story = log().at(5_000_000).user('first').at(1_000).user('second').at(9_000_000).user('third')
  expect(await said(story)).toEqual(['first', 'second', 'third'])
  expect(story.events.map(({ time }: LogEvent) => time)).toEqual([5_000_000, 1_000, 9_000_000])
})
