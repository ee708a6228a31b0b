import { describe, expect, test } from 'vitest'
import { filterSources } from '../../../src/stages/index.ts'
import { relayFrame } from '../../support/hostile-text.ts'
import { runKernel } from '../../support/kernels.ts'
import { log } from '../../support/log-builder.ts'

const seqs = (...[stage, events]: [ReturnType<typeof filterSources>, Parameters<typeof runKernel>[1]]): number[] =>
  runKernel(stage, events as never).map(({ seq }) => seq)

const everybody = log()
  .user('a person') // 0
  .plugin('hooks', 'injected') // 1
  .assistant('the model') // 2
  .result('a') // 3
  .user(`${relayFrame}peer`) // 4
  .user('relayed', { kind: 'user', rpcId: 'session-streams-relay:1' }) // 5
  .user('scheduled', { kind: 'schedule' }) // 6
  .user('a summary', { kind: 'plugin', plugin: 'compact' }) // 7
  .event('user/message', { content: [] }) // 8

describe('filterSources', () => {
  test('keeps the user, the model and checkpoints, and drops relays, plugins, tools and the unnamed', () => {
    expect(seqs(filterSources(), everybody.events)).toEqual([0, 2, 7])
  })

  test('keeps exactly the sources that are asked for', () => {
    expect(seqs(filterSources({ keep: ['relay', 'tool'] }), everybody.events)).toEqual([3, 4, 5])
    expect(seqs(filterSources({ keep: ['other'] }), everybody.events)).toEqual([1, 6, 8])
    expect(seqs(filterSources({ keep: [] }), everybody.events)).toEqual([])
  })

  test('drops an answer that was interrupted', () => {
    const story = log().assistant('whole').assistant('cut off', { interrupted: true })
    expect(seqs(filterSources(), story.events)).toEqual([0])
  })

  test('drops what is no message', () => {
    const story = log().turn().deltas(['a']).call('a', 'bash').user('hi').endTurn()
    expect(seqs(filterSources(), story.events)).toEqual([3])
  })

  test('keeps a message whose text only looks injected', () => {
    expect(seqs(filterSources(), log().user('<system-reminder>typed by hand</system-reminder>').events)).toEqual([0])
  })

  test('passes events on as they are', () => {
    expect(runKernel(filterSources(), everybody.events)[0]).toBe(everybody.events[0])
  })
})
