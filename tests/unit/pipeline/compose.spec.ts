import { describe, expect, test } from 'vitest'
import { collect, compose, defineStage, StageError, type Stage } from '../../../src/pipeline/index.ts'
import { opened, split } from '../../support/batching.ts'
import { runKernel } from '../../support/kernels.ts'
import { asking, changing, ending, failing, taking } from '../../support/simple-stages.ts'

const numbers = [0, 1, 2, 3, 4, 5]
const plus = (add: number): Stage<number, number> => changing((item: number) => item + add, `plus ${add}`)
const times = (by: number): Stage<number, number> => changing((item: number) => item * by, `times ${by}`)

describe('compose', () => {
  test('feeds each stage what the one before it yields', () => {
    expect(runKernel(compose(plus(1), times(10)), [1, 2])).toEqual([20, 30])
  })

  test('is named after its parts and reads what the first one reads', () => {
    const first = defineStage('first', () => plus(1).start(), { reads: ['tool/call'] })
    const composed = compose(
      first,
      defineStage('second', () => plus(1).start(), { reads: ['ignored'] }),
    )
    expect({ ...composed }).toMatchObject({ stageName: 'first > second', reads: ['tool/call'] })
    expect('reads' in compose(plus(1), first)).toBe(false)
  })

  test('of one stage is that stage', () => {
    const stage = plus(1)
    expect(compose(stage)).toBe(stage)
  })

  test('of no stage is refused', () => {
    const none: readonly Stage<number, number>[] = []
    expect(() => compose(...none)).toThrow(TypeError)
  })

  test('of compositions yields what one long composition yields', () => {
    const flat = compose(plus(1), times(2), ending(100), times(3))
    const nested = compose(compose(plus(1), times(2)), compose(ending(100), times(3)))
    expect(runKernel(nested, numbers)).toEqual(runKernel(flat, numbers))
  })
})

describe('the end', () => {
  test('of each stage flows through all stages after it, before their own', () => {
    const composed = compose(
      ending('first'),
      ending('second'),
      changing((word: string) => word.toUpperCase()),
    )
    expect(runKernel(composed, ['item'])).toEqual(['ITEM', 'FIRST', 'SECOND'])
  })

  test('of a stage before one that has stopped is not asked for', () => {
    // Would pass on anything that still came.
    const stopping: Stage<string, string> = defineStage('stopping', () => ({
      push(batch, out) {
        for (const item of batch) out.push(item)
        return 'stop'
      },
    }))
    expect(runKernel(compose(ending('late'), stopping, ending('last')), ['one'])).toEqual(['one', 'last'])
  })
})

describe('a stage that stops', () => {
  test('stops the whole row, and the input is closed once', async () => {
    const source = opened(split(numbers, [1]))
    expect(await collect(compose(plus(1), taking<number>(2), times(10))(source))).toEqual([10, 20])
    expect(source).toMatchObject({ pulled: 2, closed: 1 })
  })

  test('stops the row also when an earlier one stops at the same batch', () => {
    expect(runKernel(compose(taking<number>(4), taking<number>(1), ending(-1)), numbers)).toEqual([0, -1])
  })
})

describe('an error', () => {
  test('carries the name of the part it happened in', () => {
    const run = (): unknown => runKernel(compose(plus(1), failing(new Error('no'), 'second'), plus(1)), numbers)
    expect(run).toThrow(new StageError('second', new Error('no')))
  })
})

describe('records that are wanted again', () => {
  test('are asked for by any part and go in at the front of the row', () => {
    const kernel = compose(plus(1), asking<number>('again', [3, 1])).start()
    const out: string[] = []
    kernel.push(numbers, out)
    expect(kernel.reread?.(out)).toEqual([3, 1])
    kernel.push([3, 1], out)
    kernel.end?.(out)
    expect(out).toEqual(['again 4', 'again 2'])
  })

  test('follow what a part before the asking one settles at the end of the log', () => {
    const settling = defineStage<number, number>('settling', () => ({
      push: () => 'more',
      reread(out) {
        out.push(70)
        return []
      },
    }))
    const seen: number[] = []
    const watching = changing((item: number) => seen.push(item))
    expect(compose(settling, watching).start().reread?.([])).toEqual([])
    expect(seen).toEqual([70])
  })
})
