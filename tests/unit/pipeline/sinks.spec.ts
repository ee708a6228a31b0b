import { describe, expect, test } from 'vitest'
import { collect, count, first, fold } from '../../../src/pipeline/sinks.ts'
import { opened, split } from '../../support/batching.ts'

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index)

describe('collect', () => {
  test('gives every item in order', async () => {
    expect(await collect(opened(split(numbers(10), [3, 1])))).toEqual(numbers(10))
  })

  test('takes a batch longer than a function takes arguments', async () => {
    expect(await collect(opened([numbers(300_000)]))).toHaveLength(300_000)
  })
})

test('fold adds the items up from the seed on, across batches', async () => {
  expect(await fold(opened(split(numbers(5), [2])), 'from', (line, item) => `${line} ${item}`)).toBe('from 0 1 2 3 4')
})

test('count says how many items there are, not how many batches', async () => {
  expect(await count(opened(split(numbers(7), [3])))).toBe(7)
  expect(await count(opened([]))).toBe(0)
})

describe('first', () => {
  test('gives the first item, pulls no second batch and closes the stream', async () => {
    const source = opened(split(numbers(7), [2]))
    expect(await first(source)).toBe(0)
    expect(source).toMatchObject({ pulled: 1, closed: 1 })
  })

  test('gives undefined when there is no item', async () => {
    expect(await first(opened([]))).toBeUndefined()
  })
})
