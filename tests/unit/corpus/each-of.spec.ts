import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eachOf } from '../../../src/corpus/each-of.ts'

describe('working on each of many', () => {
  test('does all of them, and never more at a time than allowed', async () => {
    const done: number[] = []
    let now = 0
    let most = 0
    await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, (now += 1))
      await setTimeout(1)
      now -= 1
      done.push(item)
    })
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(most).toBe(3)
  })

  test('ends at the first failure, begins nothing more, and waits for what has begun', async () => {
    const failure = new Error('broken')
    const begun: number[] = []
    const ended: number[] = []
    const working = eachOf([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item)
      await setTimeout(item)
      if (item === 1) throw failure
      await setTimeout(5)
      ended.push(item)
    })
    await expect(working).rejects.toBe(failure)
    expect(begun).toEqual([1, 2])
    expect(ended).toEqual([2])
  })

  test('passes on what the items themselves end with, also when that is nothing', async () => {
    async function* items(): AsyncGenerator<number> {
      yield 1
      await Promise.resolve()
      // A signal may be aborted with any value.
      throw undefined
    }
    await expect(eachOf(items(), 4, () => Promise.resolve())).rejects.toBeUndefined()
  })

  test('is left with the reason of the signal, and closes the items', async () => {
    const reason = { any: 'value' }
    const abort = new AbortController()
    let isClosed = false
    function* items(): Generator<number> {
      try {
        for (let item = 0; ; item++) yield item
      } finally {
        isClosed = true
      }
    }
    let begun = 0
    const work = (): Promise<void> => {
      if ((begun += 1) === 10) abort.abort(reason)
      return Promise.resolve()
    }
    await expect(eachOf(items(), 2, work, abort.signal)).rejects.toBe(reason)
    expect([begun, isClosed]).toEqual([10, true])
  })
})
