import { describe, expect, test } from 'vitest'
import { both, collect, defineStage, pipe, type Reader, type Stage } from '../../../src/pipeline/index.ts'
import { opened, split } from '../../support/batching.ts'
import { runKernel } from '../../support/kernels.ts'
import { asking, changing, ending, failing, taking } from '../../support/simple-stages.ts'

const numbers = [0, 1, 2, 3]
const mark = (word: string): Stage<number, string> => changing((item: number) => `${word}${item}`, word)
const reading = (...reads: string[]): Stage<number, number> =>
  defineStage('reading', () => taking<number>(1).start(), { reads })

describe('both', () => {
  test('shows every item to the left and then to the right, and yields what either yields', () => {
    expect(runKernel(both(mark('a'), mark('b')), [1, 2])).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  test('ends the left and then the right', () => {
    expect(runKernel(both(ending('left'), ending('right')), [])).toEqual(['left', 'right'])
  })

  test('is named after both and reads what either reads', () => {
    expect(both(reading('a', 'b'), reading('b', 'c')).reads).toEqual(['a', 'b', 'c'])
    expect(both(mark('left'), mark('right')).stageName).toBe('left + right')
  })

  test('reads everything when one of them does', () => {
    expect('reads' in both(reading('a'), mark('b'))).toBe(false)
    expect('reads' in both(mark('a'), reading('b'))).toBe(false)
  })

  test('names the side that failed in its error', () => {
    expect(() => runKernel(both(mark('a'), failing(new Error('no'), 'right')), [1])).toThrow('stage right: no')
  })
})

describe('a side that has stopped', () => {
  test('sees nothing more while the other goes on', async () => {
    expect(await collect(both(taking<number>(1), mark('b'))(opened(split(numbers, [2]))))).toEqual([
      0,
      'b0',
      'b1',
      'b2',
      'b3',
    ])
  })

  test('stops the whole when the other has stopped too, and the input is closed once', async () => {
    const source = opened(split(numbers, [1]))
    expect(await collect(both(taking<number>(2), taking<number>(1))(source))).toEqual([0, 0, 1])
    expect(source).toMatchObject({ pulled: 2, closed: 1 })
  })
})

/** A reader over numbers that fetches again by position, once for each time a position is named. */
const fetching: Reader<number> = ({ again }) =>
  (async function* () {
    yield numbers
    const wanted = again?.() ?? []
    if (wanted.length > 0) yield wanted.map((position) => numbers[position] as number)
  })()

describe('records that are wanted again', () => {
  test('go to the side that asked for them', async () => {
    const sides = both(asking<number>('left', [0, 2]), asking<number>('right', [3]))
    expect(await collect(pipe(fetching, sides))).toEqual(['left 0', 'left 2', 'right 3'])
  })

  test('go to each side that asked when both want the same', async () => {
    const sides = both(asking<number>('left', [1]), asking<number>('right', [1]))
    expect(await collect(pipe(fetching, sides))).toEqual(['left 1', 'right 1'])
  })

  test('find their way through both of both', async () => {
    const nested = both(both(asking<number>('a', [0]), asking<number>('b', [])), asking<number>('c', [2, 1]))
    expect(await collect(pipe(fetching, nested))).toEqual(['a 0', 'c 2', 'c 1'])
  })

  test('are not asked of a side that has stopped', () => {
    const stopping: Stage<number, string> = defineStage('stopping', () => ({ push: () => 'stop', reread: () => [0] }))
    const right = asking<number>('right', [3])
    for (const sides of [both(stopping, right), both(right, stopping)]) {
      const kernel = sides.start()
      kernel.push(numbers, [])
      expect(kernel.reread?.([])).toEqual([3])
    }
  })
})
