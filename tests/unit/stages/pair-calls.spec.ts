import { describe, expect, test } from 'vitest'
import { pairCalls, type CallPair } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'

const pairsOf = (story: LogBuilder, maxOpenCalls?: number): CallPair[] =>
  runKernel(pairCalls(maxOpenCalls === undefined ? {} : { maxOpenCalls }), story.events)
/** In short: what was called and what became of it, in the order in which it became known. */
const outcomes = (story: LogBuilder, maxOpenCalls?: number): string[] =>
  pairsOf(story, maxOpenCalls).map(({ name, status }) => `${name} ${status}`)
const work = (): LogBuilder => log().turn().step()

describe('a call with a result', () => {
  test('is yielded when the result arrives, with its time', () => {
    const story = work().at(100).call('a', 'bash').at(300).result('a')
    expect(pairsOf(story)).toEqual([{ order: 0, callId: 'a', name: 'bash', status: 'completed', time: 300 }])
  })

  test('has failed when the result says so in its block or beside it', () => {
    const story = work().call('a', 'read').call('b', 'edit').call('c', 'bash')
    story
      .result('a', { isError: true })
      .result('b', { error: { name: 'E', code: 'X' } })
      .result('c')
    expect(outcomes(story)).toEqual(['read error', 'edit error', 'bash completed'])
  })

  test('keeps its place among the calls, whichever result comes first', () => {
    const story = work().call('a', 'first').call('b', 'second').result('b').result('a')
    expect(pairsOf(story).map(({ order, name }) => [order, name])).toEqual([
      [1, 'second'],
      [0, 'first'],
    ])
  })

  test('is not yielded again when its result is rewritten on the surface', () => {
    const story = work().call('a', 'bash').result('a')
    expect(outcomes(story.rewriteResult(story.lastSeq, 'pruned'))).toEqual(['bash completed'])
  })
})

describe('a call without a result', () => {
  test('is yielded as running when the log ends, with the time of the call, oldest first', () => {
    const story = work().at(100).call('a', 'first').at(200).call('b', 'second').endStep().endTurn()
    expect(pairsOf(story).map(({ name, status, time }) => [name, status, time])).toEqual([
      ['first', 'running', 100],
      ['second', 'running', 200],
    ])
  })

  test('is yielded early when too many are open, and a result that comes later is ignored', () => {
    const story = work().call('a', 'first').call('b', 'second').call('c', 'third').result('a').result('c')
    expect(outcomes(story, 2)).toEqual(['first running', 'third completed', 'second running'])
  })
})

describe('a result without a call', () => {
  test('is ignored', () => {
    expect(outcomes(work().result('ghost').call('a', 'bash').result('a').result('a'))).toEqual(['bash completed'])
  })
})

describe('ids that repeat', () => {
  test('are closed oldest first', () => {
    const story = work().call('a', 'first').call('a', 'second').result('a', { isError: true }).result('a')
    expect(outcomes(story)).toEqual(['first error', 'second completed'])
  })

  test('in another step or another turn are other calls', () => {
    const story = work()
      .call('a', 'one')
      .step()
      .call('a', 'two')
      .result('a')
      .turn()
      .step()
      .call('a', 'three')
      .result('a')
    expect(outcomes(story)).toEqual(['two completed', 'three completed', 'one running'])
  })

  test('may be empty', () => {
    const story = work().call('', 'first').call('', 'second').result('').result('')
    expect(outcomes(story)).toEqual(['first completed', 'second completed'])
  })

  test('are never mixed up with a turn or a step that is written in an id', () => {
    const story = log().turn(1).step(1).call('1/a', 'slash').turn(1).step(11).result('a').turn(1).step(1).result('1/a')
    expect(outcomes(story)).toEqual(['slash completed'])
  })
})

describe('what the model wrote', () => {
  test.each(['bash', 'mcp__x.y:z/w', 'a', 'n'.repeat(64)])('as the name %j is shown', (name) => {
    expect(pairsOf(work().call('a', name))[0]?.name).toBe(name)
  })

  test.each(['', 'has space', '<b>', '名前', 'n'.repeat(65), 'a\n', '\u001b[31m'])('as the name %j is not', (name) => {
    expect(pairsOf(work().call('a', name))[0]?.name).toBe('(unnamed)')
  })

  test('as arguments, and what came back, is never read', () => {
    const story = work().call('a', 'bash', { planted: 'argument' })
    story.result('a', { text: 'planted', meta: { planted: 1 }, error: { name: 'planted', code: 'planted' } })
    expect(JSON.stringify(pairsOf(story))).not.toContain('planted')
  })

  test.each([{ callId: 7, name: 'bash' }, { callId: 'a' }, null, []])('as a call is ignored when it is %j', (data) => {
    expect(outcomes(work().event('tool/call', data).call('b', 'bash'))).toEqual(['bash running'])
  })
})

test('a flood of calls that are never answered takes no longer per call than a few', () => {
  const [call] = log().call('a', 'bash').events
  const calls = Array.from({ length: 100_000 }, (_, seq) => ({
    ...call!,
    seq,
    data: { callId: `${seq}`, name: 'bash' },
  }))
  const since = performance.now()
  expect(runKernel(pairCalls({ maxOpenCalls: 4096 }), calls)).toHaveLength(100_000)
  expect(performance.now() - since).toBeLessThan(5_000)
})
