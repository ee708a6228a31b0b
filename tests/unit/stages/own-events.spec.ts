import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import { ownEvents, pairCalls, trackTurns } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log } from '../../support/log-builder.ts'
import { changing } from '../../support/simple-stages.ts'

const seqs = changing((event: LogEvent) => event.seq)
const parent = log().turn().call('parent', 'bash').endTurn()
const fork = log({ id: 'fork' }).seed(parent).turn().call('own', 'read')

describe('ownEvents', () => {
  test('shows events from the first own seq on: the boundary itself is own', () => {
    expect(runKernel(ownEvents(seqs, 3), fork.events)).toEqual([3, 4, 5])
  })

  test('shows everything in a session that is no fork', () => {
    expect(runKernel(ownEvents(seqs, 0), parent.events)).toEqual([0, 1, 2])
  })

  test('forgets what came before an end of inherited events, in formats that mark it', () => {
    const marked = log()
      .turn(1)
      .call('old', 'bash')
      .event('session/end-seed', { inherited: true })
      .turn(2)
      .call('new', 'read')
    expect(runKernel(ownEvents(trackTurns(), 0), marked.events)).toMatchObject([{ turn: { turn: 2 } }])
    expect(runKernel(ownEvents(pairCalls(), 0), marked.events)).toMatchObject([{ name: 'read', order: 0 }])
  })

  test('goes by the last such mark, because a fork of a fork has several', () => {
    const seed = { inherited: true }
    const story = log().turn(1).event('session/end-seed', seed).turn(2).event('session/end-seed', seed).turn(3)
    expect(runKernel(ownEvents(trackTurns(), 0), story.events)).toMatchObject([{ turn: { turn: 3 } }])
  })

  test('is not misled by a mark that inherits nothing', () => {
    const story = log().turn(1).event('session/end-seed', {}).event('session/end-seed', { inherited: 'yes' })
    expect(runKernel(ownEvents(trackTurns(), 0), story.events)).toMatchObject([{ turn: { turn: 1 } }])
  })

  test('reads what the stage inside reads, and the marks', () => {
    expect(ownEvents(trackTurns(), 0).reads).toEqual([
      'turn/start',
      'turn/end',
      'step/start',
      'step/end',
      'session/end-seed',
    ])
    expect(ownEvents(seqs, 0).reads).toBeUndefined()
  })
})
