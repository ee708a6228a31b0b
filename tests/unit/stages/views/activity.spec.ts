import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../../../src/pipeline/index.ts'
import { memory } from '../../../../src/pipeline/readers/index.ts'
import { activity, type Activity, type ActivityOptions } from '../../../../src/stages/index.ts'
import { logs } from '../../../support/arbitraries.ts'
import { log } from '../../../support/log-builder.ts'
import { referenceActivity } from '../../../support/reference.ts'

async function done(events: readonly LogEvent[], options: ActivityOptions = {}): Promise<Activity> {
  const answers = await collect(pipe(memory(events), activity(options)))
  expect(answers).toHaveLength(1)
  return answers[0]!.activity
}

describe('an activity', () => {
  test('shows turn, step and the newest calls in the order in which they were made', async () => {
    const story = log().turn().step().at(100).call('a', 'first').call('b', 'second').at(300).result('b').result('a')
    expect(await done(story.events)).toEqual({
      turn: { state: 'running', turn: 1 },
      step: { state: 'running', turn: 1, step: 1 },
      tools: [
        { name: 'first', status: 'completed', time: 310, callId: 'ca978112ca1b' },
        { name: 'second', status: 'completed', time: 300, callId: '3e23e8160039' },
      ],
      retention: { eligibleTools: 2, returnedTools: 2, omittedTools: 0 },
    })
  })

  test('shows the newest 8 by call order and counts the rest', async () => {
    const story = log().turn().step()
    for (let call = 0; call < 11; call++) story.call(`${call}`, `tool-${call}`)
    for (const call of [10, 3, 0]) story.result(`${call}`)
    const { tools, retention } = await done(story.events)
    expect(tools.map(({ name }) => name)).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map((call) => `tool-${call}`))
    expect(tools.filter(({ status }) => status === 'completed').map(({ name }) => name)).toEqual(['tool-3', 'tool-10'])
    expect(retention).toEqual({ eligibleTools: 11, returnedTools: 8, omittedTools: 3 })
  })

  test('of an empty log knows nothing', async () => {
    expect(await done([])).toEqual({
      turn: { state: 'unknown' },
      step: { state: 'unknown' },
      tools: [],
      retention: { eligibleTools: 0, returnedTools: 0, omittedTools: 0 },
    })
  })

  test('of a fork is its own: what it inherited is not counted', async () => {
    const parent = log().turn().step().call('a', 'inherited').endTurn()
    const fork = log({ id: 'fork' }).seed(parent).turn().step().call('b', 'own')
    const { turn, tools, retention } = await done(fork.events, { fromSeq: fork.header.seedLength! })
    expect(turn).toEqual({ state: 'running', turn: 2 })
    expect(tools.map(({ name }) => name)).toEqual(['own'])
    expect(retention.eligibleTools).toBe(1)
  })

  test('never shows what went into a call or came out of it', async () => {
    const planted = { planted: 'yes' }
    const story = log().turn().step().call('a', 'bash', planted)
    story.result('a', { text: 'planted', meta: planted, error: { name: 'planted', code: 'planted' } })
    story.endTurn('error', { error: { message: 'planted', code: 'planted' } })
    expect(JSON.stringify(await done(story.events))).not.toContain('planted')
  })
})

test('any log gives what the whole array gives', async () => {
  const options = fc.record({
    maxTools: fc.integer({ min: 1, max: 8 }),
    maxOpenCalls: fc.integer({ min: 1, max: 6 }),
    fromSeq: fc.nat(20),
  })
  await fc.assert(
    fc.asyncProperty(logs, options, async ({ events }, limits) => {
      expect(await done(events, limits)).toEqual(referenceActivity(events, limits))
    }),
    { numRuns: 300 },
  )
})
