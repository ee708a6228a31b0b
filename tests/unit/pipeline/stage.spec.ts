import { describe, expect, test } from 'vitest'
import { collect, defineStage, StageError, type Kernel, type Out } from '../../../src/pipeline/index.ts'
import { opened } from '../../support/batching.ts'
import { failing } from '../../support/simple-stages.ts'

const silent = (): Kernel<unknown, never> => ({ push: () => 'more' })

describe('defineStage', () => {
  test('makes a function from a stream to a stream that says its name and what it reads', () => {
    const stage = defineStage('silent', silent, { reads: ['turn/start'] })
    expect({ ...stage }).toMatchObject({ stageName: 'silent', reads: ['turn/start'] })
    expect(typeof stage).toBe('function')
  })

  test('leaves `reads` out when the stage looks at everything', () => {
    expect('reads' in defineStage('silent', silent)).toBe(false)
  })

  test('makes a new kernel for every run, at its first next()', async () => {
    let kernels = 0
    const stage = defineStage('counted', () => {
      kernels += 1
      return silent()
    })
    const streams = [stage(opened([[1]])), stage(opened([[2]]))]
    expect(kernels).toBe(0)
    for (const stream of streams) await collect(stream)
    expect(kernels).toBe(2)
  })

  test('hands the saved state to the kernel that continues', () => {
    const seen: unknown[] = []
    const stage = defineStage('resumed', (saved?: number): Kernel<unknown, never, number> => {
      seen.push(saved)
      return { push: () => 'more', save: () => 0 }
    })
    stage.start()
    stage.start(7)
    expect(seen).toEqual([undefined, 7])
  })

  test('runs a kernel that is an object with methods of its own', async () => {
    class Sum {
      #total = 0
      push(batch: readonly number[]): 'more' {
        for (const item of batch) this.#total += item
        return 'more'
      }
      end(out: Out<number>): void {
        out.push(this.#total)
      }
    }
    expect(await collect(defineStage('sum', () => new Sum())(opened([[1, 2], [3]])))).toEqual([6])
  })
})

describe('what a kernel throws', () => {
  test('arrives with the name of its stage, the cause being the same object', async () => {
    const cause = { not: 'an Error' }
    const error: unknown = await collect(failing(cause, 'fold')(opened([[1]]))).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StageError)
    expect(error).toMatchObject({ stageName: 'fold' })
    expect((error as StageError).cause).toBe(cause)
  })

  test.each(['push', 'end', 'reread', 'save'] as const)('is named when it is thrown in %s', (method) => {
    const refuse = (): never => {
      throw new Error('no')
    }
    const kernel = defineStage('part', () => ({ ...silent(), [method]: refuse })).start()
    const calls = {
      push: () => kernel.push([1], []),
      end: () => kernel.end?.([]),
      reread: () => kernel.reread?.([]),
      save: () => kernel.save?.(),
    }
    expect(calls[method]).toThrow(new StageError('part', new Error('no')))
  })

  test('keeps the name of the innermost stage', () => {
    const inner = new StageError('inner', new Error('no'))
    expect(() => failing(inner, 'outer').start().push([1], [])).toThrow(inner)
  })
})
