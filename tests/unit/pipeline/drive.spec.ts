import { describe, expect, test } from 'vitest'
import { drive } from '../../../src/pipeline/drive.ts'
import { collect, type Batches, type Kernel } from '../../../src/pipeline/index.ts'
import { opened, split } from '../../support/batching.ts'
import { asking, changing, ending, taking } from '../../support/simple-stages.ts'

const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
const doubling = (): Kernel<number, number> => changing((item: number) => 2 * item).start()
const odd = (): Kernel<number, number> => ({
  push(batch, out) {
    for (const item of batch) if (item % 2 === 1) out.push(item)
    return 'more'
  },
})

/** The batches as they come, not flattened. */
async function batchesOf<T>(batches: Batches<T>): Promise<(readonly T[])[]> {
  const all: (readonly T[])[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

describe('drive', () => {
  test('yields one batch per batch that made the kernel yield, and none that is empty', async () => {
    expect(await batchesOf(drive(odd, opened(split(numbers, [1]))))).toEqual([[1], [3], [5], [7]])
  })

  test('never touches a batch again that it has handed over', async () => {
    const [first, ...rest] = await batchesOf(drive(doubling, opened(split(numbers, [4]))))
    expect(first).toEqual([0, 2, 4, 6])
    expect(rest).toEqual([[8, 10, 12, 14]])
  })

  test('yields what the end settles as a batch of its own', async () => {
    expect(await batchesOf(drive(() => ending(9).start(), opened([[1]])))).toEqual([[1], [9]])
    expect(await batchesOf(drive(() => ending(9).start(), opened<number>([])))).toEqual([[9]])
  })

  test('makes no kernel and opens no input before the first next()', async () => {
    const made: string[] = []
    const stream = drive(
      () => {
        made.push('kernel')
        return doubling()
      },
      () => {
        made.push('input')
        return opened([[1]])
      },
    )
    expect(made).toEqual([])
    await stream.next()
    expect(made).toEqual(['kernel', 'input'])
    await stream.return()
  })
})

describe('a kernel that stops', () => {
  test('is pushed nothing more, and the input is closed once and pulled no further', async () => {
    const source = opened(split(numbers, [2]))
    expect(await collect(drive(() => taking<number>(3).start(), source))).toEqual([0, 1, 2])
    expect(source).toMatchObject({ pulled: 2, closed: 1 })
  })

  test('may still yield at its end', async () => {
    const kernel = (): Kernel<number, string> => ({ push: () => 'stop', end: (out) => void out.push('end') })
    expect(await collect(drive(kernel, opened(split(numbers, [1]))))).toEqual(['end'])
  })
})

describe('a stream that is left', () => {
  test('closes its input once and never asks the kernel for its end', async () => {
    const source = opened(split(numbers, [1]))
    let hasEnded = false
    const kernel = (): Kernel<number, number> => ({ ...doubling(), end: () => void (hasEnded = true) })
    for await (const _ of drive(kernel, source)) break
    expect(source).toMatchObject({ pulled: 1, closed: 1 })
    expect(hasEnded).toBe(false)
  })
})

describe('an input that fails', () => {
  test('ends the stream with the same object, after what came before it, without an end', async () => {
    const failure = { torn: true }
    const yielded: number[] = []
    const run = async (): Promise<void> => {
      const kernel = (): Kernel<number, number> => ({ ...doubling(), end: (out) => void out.push(-1) })
      for await (const batch of drive(kernel, opened(split(numbers, [4]), failure))) yielded.push(...batch)
    }
    await expect(run()).rejects.toBe(failure)
    expect(yielded).toEqual(numbers.map((item) => 2 * item))
  })
})

describe('an input that can fetch', () => {
  test('learns at its end which records are wanted again, and they are pushed before the end', async () => {
    const fetching = (again: () => readonly number[]): Batches<string> =>
      (async function* () {
        yield ['a', 'b', 'c']
        yield again().map((position) => 'abc'[position] as string)
      })()
    expect(await collect(drive(() => asking<string>('again', [2, 0]).start(), fetching))).toEqual([
      'again c',
      'again a',
    ])
  })

  test('is told of no record when the kernel has no wishes', async () => {
    const told: (readonly number[])[] = []
    const fetching = (again: () => readonly number[]): Batches<number> =>
      (async function* () {
        yield numbers
        told.push(again())
      })()
    await collect(drive(doubling, fetching))
    expect(told).toEqual([[]])
  })
})
