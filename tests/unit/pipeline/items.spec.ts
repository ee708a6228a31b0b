import { from } from 'ix/asynciterable'
import { filter, map, take } from 'ix/asynciterable/operators'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../../src/pipeline/index.ts'
import { items, perItem } from '../../../src/pipeline/items.ts'
import { memory, openLog } from '../../../src/pipeline/readers/index.ts'
import { pairCalls } from '../../../src/stages/index.ts'
import { opened, split } from '../../support/batching.ts'
import { countingSource, type CountingSource } from '../../support/counting-source.ts'
import { log } from '../../support/log-builder.ts'
import { taking } from '../../support/simple-stages.ts'

const numbers = [0, 1, 2, 3, 4, 5, 6]
const story = log().turn().user('one').assistant('two').user('three').assistant('four').user('five').endTurn()

/** The events of a file, one by one. */
async function eventsOf(source: CountingSource): Promise<ReturnType<typeof items<LogEvent>>> {
  const { read } = await openLog('counted', { open: source.open })
  return items(pipe(read))
}

async function drain<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of iterable) all.push(item)
  return all
}

describe('items', () => {
  test('gives the items one by one, wherever the batches were cut', async () => {
    expect(await drain(items(opened(split(numbers, [3, 1]))))).toEqual(numbers)
  })

  test('goes through operators of ix', async () => {
    const said = items(pipe(memory(story.events))).pipe(
      filter((event) => event.type === 'user/message'),
      map((event) => event.seq),
    )
    expect(await drain(said)).toEqual([1, 3, 5])
  })

  test('pulls no batch before an item of it is asked for', async () => {
    const source = opened(split(numbers, [3]))
    const iterator = items(source)[Symbol.asyncIterator]()
    expect(source.pulled).toBe(0)
    for (let asked = 0; asked < 3; asked++) await iterator.next()
    expect(source.pulled).toBe(1)
    await iterator.next()
    expect(source.pulled).toBe(2)
    await iterator.return?.()
  })

  test('answers requests in the order in which they are made, also when nobody waits in between', async () => {
    const iterator = items(opened(split(numbers, [3])))[Symbol.asyncIterator]()
    const answers = await Promise.all(Array.from({ length: 9 }, () => iterator.next()))
    expect(answers.map(({ value }) => value as unknown)).toEqual([...numbers, undefined, undefined])
    expect(answers.map(({ done }) => done)).toEqual([...numbers.map(() => false), true, true])
  })

  test('ends with the very error of the reader', async () => {
    const failure = { torn: true }
    const seen: number[] = []
    const run = async (): Promise<void> => {
      for await (const item of items(opened([numbers], failure))) seen.push(item)
    }
    await expect(run()).rejects.toBe(failure)
    expect(seen).toEqual(numbers)
  })
})

describe('leaving', () => {
  test('after take(3) through ix operators closes the file exactly once', async () => {
    const source = countingSource(story.text())
    const three = (await eventsOf(source)).pipe(
      filter((event) => event.type.endsWith('/message')),
      take(3),
    )
    expect((await drain(three)).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })

  test('by break closes the file exactly once', async () => {
    const source = countingSource(story.text())
    for await (const event of await eventsOf(source)) if (event.seq === 2) break
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })

  test('by throw closes the file exactly once and passes the error on', async () => {
    const source = countingSource(story.text())
    const events = await eventsOf(source)
    const run = async (): Promise<void> => {
      for await (const event of events) if (event.seq === 2) throw new Error('seen enough')
    }
    await expect(run()).rejects.toThrow('seen enough')
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })

  test('by return(), called twice, closes the file exactly once, and nothing comes after it', async () => {
    const source = countingSource(story.text())
    const iterator = (await eventsOf(source))[Symbol.asyncIterator]()
    await iterator.next()
    await Promise.all([iterator.return?.(), iterator.return?.()])
    expect(await iterator.next()).toEqual({ value: undefined, done: true })
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })

  test('at the end closes the file exactly once', async () => {
    const source = countingSource(story.text())
    expect(await drain(await eventsOf(source))).toHaveLength(story.events.length)
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })
})

describe('perItem', () => {
  const calls = log().turn().step().call('a', 'read').call('b', 'bash').result('b').result('a')

  test('makes an operator of ix out of a stage', async () => {
    const pairs = await drain(from(calls.events).pipe(perItem(pairCalls())))
    expect(pairs.map(({ name, status }) => `${name} ${status}`)).toEqual(['bash completed', 'read completed'])
    expect(pairs).toEqual(await collect(pipe(memory(calls.events), pairCalls())))
  })

  test('stands between other operators', async () => {
    const names = from(calls.events).pipe(
      filter((event) => event.type !== 'turn/start'),
      perItem(pairCalls()),
      map(({ name }) => name),
      take(1),
    )
    expect(await drain(names)).toEqual(['bash'])
  })

  test('leaves the source when the stage stops', async () => {
    let isLeft = false
    async function* long(): AsyncGenerator<number> {
      try {
        for (let next = 0; next < 1_000; next++) yield next
      } finally {
        isLeft = true
      }
    }
    expect(await drain(from(long()).pipe(perItem(taking<number>(2))))).toEqual([0, 1])
    expect(isLeft).toBe(true)
  })
})
