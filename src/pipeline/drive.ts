/**
 * Runs one kernel over one stream of batches: the only loop in the machine that awaits.
 *
 * @module
 */
import type { Batches } from './batch.ts'
import { LogError } from './errors.ts'
import type { Kernel } from './stage.ts'

/**
 * Yields what the kernel yields, batch by batch, and closes the input exactly once.
 *
 * @param start - makes the kernel; called at the first `next()`, so an unread stream costs nothing.
 * @param input - the batches, or a function that opens them once the kernel exists: it is handed `again`, which
 *   a reader calls at the end of its records to learn which of them the kernel must see once more.
 */
export async function* drive<I, O>(
  start: () => Kernel<I, O>,
  input: Batches<I> | ((again: () => readonly number[]) => Batches<I>),
): AsyncGenerator<readonly O[], void, undefined> {
  const kernel = start()
  let out: O[] = []
  const again = (): readonly number[] => kernel.reread?.(out) ?? []
  const source = (typeof input === 'function' ? input(again) : input)[Symbol.asyncIterator]()
  // Whether the source waits at a batch: one that has ended or thrown has closed itself.
  let isWaiting = false
  const nextBatch = async (): Promise<readonly I[] | undefined> => {
    isWaiting = false
    const next = await source.next()
    if (next.done === true) return undefined
    isWaiting = true
    return next.value
  }
  try {
    for (let batch = await nextBatch(); batch !== undefined; batch = await nextBatch()) {
      let verdict: 'more' | 'stop'
      try {
        verdict = kernel.push(batch, out)
      } catch (error) {
        isWaiting = false
        throw await verdictOf(source, error)
      }
      if (out.length > 0) {
        // The array now belongs to whoever receives it, so the next batch starts with a new one.
        yield out
        out = []
      }
      if (verdict === 'stop') break
    }
  } finally {
    if (isWaiting) await source.return?.()
  }
  kernel.end?.(out)
  if (out.length > 0) yield out
}

/**
 * Tells the source why it is over, and closes it thereby: it may know that what it gave out was never true.
 *
 * @returns the reader's own error when it has one, else `error`.
 */
async function verdictOf(source: AsyncIterator<unknown>, error: unknown): Promise<unknown> {
  try {
    await (source.throw === undefined ? source.return?.() : source.throw(error))
    return error
  } catch (verdict) {
    // A generator that hands on to something without `throw` complains of that instead.
    return verdict instanceof LogError ? verdict : error
  }
}
