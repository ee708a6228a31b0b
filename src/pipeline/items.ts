/**
 * The two doors to ix: batches come out as items, and a stage goes in as an operator. The only file that imports ix.
 *
 * Inside, everything travels in batches: an operator of ix costs hundreds of nanoseconds per item.
 * @module
 */
import { AsyncIterableX } from 'ix/asynciterable'
import type { Batches } from './batch.ts'
import type { Stage } from './stage.ts'

/**
 * Yields the items of `batches` one by one, as an `AsyncIterableX`: `for await`, or `.pipe(filter(…), take(3))`.
 *
 * Leaving early closes the batches once, and with them the reader.
 */
export function items<T>(batches: Batches<T>): AsyncIterableX<T> {
  return new Items(batches)
}

/**
 * Turns a stage into an operator of ix, for use inside `.pipe(…)`. Each item travels as a batch of its own.
 */
export function perItem<I, O>(stage: Stage<I, O>): (source: AsyncIterable<I>) => AsyncIterableX<O> {
  return (source) => items(stage(singles(source)))
}

async function* singles<T>(source: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const item of source) yield [item]
}

class Items<T> extends AsyncIterableX<T> {
  readonly #batches: Batches<T>

  constructor(batches: Batches<T>) {
    super()
    this.#batches = batches
  }

  override [Symbol.asyncIterator](signal?: AbortSignal): AsyncIterator<T> {
    const source = this.#batches[Symbol.asyncIterator]()
    let batch: readonly T[] = []
    let index = 0
    const refill = async (): Promise<IteratorResult<T>> => {
      signal?.throwIfAborted()
      const next = await source.next()
      if (next.done === true) return { value: undefined, done: true }
      batch = next.value
      index = 1
      // Never an empty batch: `Batches` promises it.
      return { value: batch[0] as T, done: false }
    }
    const take = (): Promise<IteratorResult<T>> =>
      index < batch.length ? Promise.resolve({ value: batch[index++] as T, done: false }) : refill()
    // Requests that found nothing ready take turns: a batch is given out to its end before the next one comes.
    let waiting = 0
    let last: Promise<unknown> = Promise.resolve()
    const takeInTurn = (): Promise<IteratorResult<T>> => {
      waiting += 1
      const answer = last.then(take)
      const given = (): void => void (waiting -= 1)
      last = answer.then(given, given)
      return answer
    }
    return {
      // Written by hand: an async generator would cost three promises per item, this costs one.
      next: () => (waiting === 0 && index < batch.length ? take() : takeInTurn()),
      async return(): Promise<IteratorResult<T>> {
        batch = []
        index = 0
        await source.return?.()
        return { value: undefined, done: true }
      },
    }
  }
}
