import { describe, expect, test } from 'vitest'
import { compose, StageError, type LogEvent } from '../../../src/pipeline/index.ts'
import {
  filterBlocks,
  filterSources,
  foldBackwards,
  units,
  type FoldBackwardsOptions,
} from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'

const said = () => compose(filterSources(), filterBlocks())

/** The texts it yields for a log, in its order. */
const texts = (events: readonly LogEvent[], options: FoldBackwardsOptions = {}): string[] =>
  runKernel(foldBackwards(said(), options), events.toReversed()).map(({ item }) => item?.text ?? '')

function refusal(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(StageError)
    return (error as StageError).cause
  }
  throw new Error('it was not refused')
}

const numbered = (count: number): LogBuilder => {
  const story = log()
  for (let index = 0; index < count; index++) story.user(`${index}`)
  return story
}

describe('yields', () => {
  test('the newest nodes that say something, oldest first', () => {
    const story = numbered(5).assistant([]).result('a').plugin('x', 'not said').user('last')
    expect(texts(story.events, { newest: 3 })).toEqual(['3', '4', 'last'])
  })

  test('a node that replaced others where the first of them stood', () => {
    expect(texts(numbered(6).replace(1, 3, 'instead').events)).toEqual(['0', 'instead', '4', '5'])
  })

  test('an heir of an heir where the first of all stood', () => {
    const story = numbered(6).replace(2, 3, 'once').replace(6, 4, 'twice').replace(1, 7, 'three times')
    expect(texts(story.events)).toEqual(['0', 'three times', '5'])
  })

  test('nothing of what a node replaced that says nothing', () => {
    expect(texts(numbered(4).replace(1, 2, 'not said', { kind: 'plugin', plugin: 'x' }).events)).toEqual(['0', '3'])
  })

  test('what a node says with its size, place and position', () => {
    const events = numbered(3)
      .replace(1, 1, 'é')
      .events.map((event, index) => ({ ...event, position: index * 100 }))
    expect(runKernel(foldBackwards(said(), { newest: 2 }), events.toReversed())).toMatchObject([
      { kind: 'node', seq: 3, place: 1, size: 2, position: 300 },
      { kind: 'node', seq: 2, place: 2, size: 1, position: 200 },
    ])
    expect(
      runKernel(foldBackwards(said(), { newest: 2, unit: units.characters }), events.toReversed())[0],
    ).toMatchObject({ size: 1 })
  })

  test('at most so much text, and its whole size', () => {
    const [node] = runKernel(foldBackwards(said(), { maxItemSize: 10 }), log().user('x'.repeat(9_000)).events)
    expect(node).toMatchObject({ size: 9_000, item: { text: 'x'.repeat(10 + 4096) } })
  })

  test('nothing for a log that says nothing', () => {
    expect(texts(log().turn().call('a', 'bash').endTurn().events)).toEqual([])
  })
})

describe('stops', () => {
  const stops = (events: readonly LogEvent[], newest: number): number => {
    const kernel = foldBackwards(said(), { newest }).start()
    return 1 + events.toReversed().findIndex((event) => kernel.push([event], []) === 'stop')
  }

  test('at the node that makes them enough', () => {
    expect(stops(numbered(10).events, 4)).toBe(4)
  })

  test('when what stands next took the place of all that is unread behind it', () => {
    expect(stops(numbered(10).replace(2, 9, 'summary').user('a').events, 2)).toBe(3)
  })

  test('not before it knows where a node stands that replaced something further up', () => {
    expect(stops(numbered(10).replace(2, 4, 'summary').user('a').events, 8)).toBe(1 + 1 + 5 + 4)
  })

  test('and takes nothing in after that', () => {
    const kernel = foldBackwards(said(), { newest: 1 }).start()
    const out: unknown[] = []
    expect(kernel.push(numbered(3).events.toReversed(), [])).toBe('stop')
    expect(kernel.push(numbered(9).events.toReversed(), [])).toBe('stop')
    kernel.end?.(out)
    expect(out).toMatchObject([{ seq: 2 }])
  })
})

describe('asks for a full read', () => {
  const change = (story: LogBuilder, surfaceOp: LogEvent['surfaceOp']): LogEvent[] =>
    story.events.map((event, index, { length }) => (index === length - 1 ? { ...event, surfaceOp: surfaceOp! } : event))
  const story = (): LogBuilder => numbered(5).replace(1, 2, 'once').replace(5, 3, 'twice')

  test.each<[string, () => readonly LogEvent[]]>([
    ['events that come oldest first', () => numbered(2).events.toReversed()],
    ['a replace of what is not on the surface', () => change(numbered(3), { op: 'replace', start: 0.5, end: 0.5 })],
    ['a replace of the future', () => change(numbered(3), { op: 'replace', start: 9, end: 9 })],
    ['a replace turned round', () => change(numbered(5).user('x'), { op: 'replace', start: 3, end: 1 })],
    ['two replaces of one node', () => change(story(), { op: 'replace', start: 1, end: 3 })],
    ['a replace of half of what was replaced', () => change(story(), { op: 'replace', start: 2, end: 3 })],
  ])('for %s', (_, events) => {
    expect(refusal(() => texts(events()))).toMatchObject({ code: 'LOG_NEEDS_FULL_READ' })
  })

  test('when more replaces wait for their place than it holds', () => {
    const many = numbered(20)
    for (let seq = 0; seq < 10; seq++) many.replace(seq, seq, `new ${seq}`)
    expect(texts(many.events, { maxReplaces: 10, newest: 30 })).toHaveLength(20)
    expect(refusal(() => texts(many.events, { maxReplaces: 9, newest: 30 }))).toMatchObject({
      code: 'LOG_NEEDS_FULL_READ',
      message: expect.stringContaining('more than 9 replaces') as string,
    })
  })
})

test('needs at least one node to look for', () => {
  expect(() => foldBackwards(said(), { newest: 0 })).toThrow(RangeError)
})
