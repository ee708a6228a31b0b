import { expect, test } from 'vitest'
import { stoppable } from '../../../../src/pipeline/readers/stoppable.ts'

/** Yields one number, then waits until it is told to stop; writes down what happens. */
function waiting(): { readonly run: (stop: AbortSignal) => AsyncGenerator<number, void>; readonly done: string[] } {
  const done: string[] = []
  async function* run(stop: AbortSignal): AsyncGenerator<number, void> {
    done.push('begun')
    try {
      yield 1
      await new Promise((resolve) => {
        stop.addEventListener('abort', resolve)
      })
      done.push('stopped')
    } finally {
      done.push('closed')
    }
  }
  return { run, done }
}

test('lets a stream be left while its next item is awaited', async () => {
  const { run, done } = waiting()
  const items = stoppable(run)
  expect(await items.next()).toEqual({ done: false, value: 1 })
  const pending = items.next()
  expect(await Promise.all([items.return?.(), items.return?.()])).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ])
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(done).toEqual(['begun', 'stopped', 'closed'])
})

test('lets a stream be left between items, by `break`', async () => {
  const { run, done } = waiting()
  for await (const item of stoppable(run)) if (item === 1) break
  expect(done).toEqual(['begun', 'closed'])
})

test('begins nothing that is left before it is asked', async () => {
  const { run, done } = waiting()
  await stoppable(run).return?.()
  expect(done).toEqual([])
})
