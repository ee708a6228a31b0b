/**
 * Runs one kernel over one stream of batches: the only loop in the machine that awaits.
 *
 * @module
 */
import type { Batches } from './batch.ts'
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
  for await (const batch of typeof input === 'function' ? input(again) : input) {
    const verdict = kernel.push(batch, out)
    if (out.length > 0) {
      // The array now belongs to whoever receives it, so the next batch starts with a new one.
      yield out
      out = []
    }
    if (verdict === 'stop') break
  }
  kernel.end?.(out)
  if (out.length > 0) yield out
}
