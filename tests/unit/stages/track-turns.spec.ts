import { describe, expect, test } from 'vitest'
import { trackTurns, type TurnsState } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'

const stateOf = (story: LogBuilder): TurnsState => runKernel(trackTurns(), story.events)[0]!

describe('the turn', () => {
  test('is unknown before the first one starts', () => {
    expect(runKernel(trackTurns(), log().user('hi').events)).toEqual([
      { turn: { state: 'unknown' }, step: { state: 'unknown' } },
    ])
  })

  test('runs from its start on and has ended after its end', () => {
    expect(stateOf(log().turn()).turn).toEqual({ state: 'running', turn: 1 })
    expect(stateOf(log().turn().endTurn()).turn).toEqual({ state: 'ended', turn: 1, lastEndReason: 'completed' })
  })

  test('keeps the last end reason while a later turn runs', () => {
    const story = log().turn().endTurn('interrupted').turn()
    expect(stateOf(story).turn).toEqual({ state: 'running', turn: 2, lastEndReason: 'interrupted' })
  })

  test.each(['completed', 'aborted', 'blocked', 'error', 'max-tokens', 'interrupted', 'forked', 'disposed'])(
    'says that it ended because of: %s',
    (kind) => {
      expect(stateOf(log().turn().endTurn(kind)).turn.lastEndReason).toBe(kind)
    },
  )

  test('leaves out a reason of any other kind, also one that an earlier turn had given', () => {
    const story = log().turn().endTurn('error').turn().endTurn('because <b>I</b> say so')
    expect(stateOf(story).turn).toEqual({ state: 'ended', turn: 2 })
  })

  test('passes on nothing of the reason but its kind', () => {
    const story = log()
      .turn()
      .endTurn('error', { error: { message: 'planted', code: 'X' } })
    expect(JSON.stringify(stateOf(story))).not.toContain('planted')
  })

  test('that ends without having started has ended', () => {
    expect(stateOf(log().endTurn())).toMatchObject({ turn: { state: 'ended', turn: 1 }, step: { state: 'unknown' } })
  })
})

describe('the step', () => {
  test('runs from its start on and has ended after its end', () => {
    expect(stateOf(log().turn().step().step()).step).toEqual({ state: 'running', turn: 1, step: 2 })
    expect(stateOf(log().turn().step().endStep()).step).toEqual({ state: 'ended', turn: 1, step: 1 })
  })

  test('is unknown again when a turn starts, and stays as it was when a turn ends', () => {
    expect(stateOf(log().turn().step().endStep().endTurn().turn()).step).toEqual({ state: 'unknown' })
    expect(stateOf(log().turn().step().endTurn()).step).toEqual({ state: 'running', turn: 1, step: 1 })
  })
})

test.each<[string, unknown]>([
  ['turn/start', { turn: '2' }],
  ['turn/start', { turn: 1.5 }],
  ['turn/start', null],
  ['turn/end', {}],
  ['step/start', { turn: 2 }],
  ['step/end', { turn: 2, step: 'one' }],
])('a %s with %j changes nothing', (type, data) => {
  const story = log().turn().step()
  expect(stateOf(story.event(type, data))).toEqual(stateOf(log().turn().step()))
})
