/**
 * Opens a reader and runs stages over it.
 *
 * @module
 */
import type { Batches } from './batch.ts'
import { compose, type AnyStage } from './compose.ts'
import { drive } from './drive.ts'
import type { Reader } from './reader.ts'
import type { Stage } from './stage.ts'

/** What a run may be told. */
export interface PipeOptions {
  /** Ends the run: it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Yields what the last stage yields. Nothing is opened before the first `next()`; leaving early closes the reader.
 *
 * The first stage's `reads` and the signal go down to the reader as arguments, and so does the question which
 * records the stages must see again when the log has ended.
 * @example
 * for await (const calls of pipe(memory(events), pairCalls())) console.log(calls.length)
 */
export function pipe<A>(reader: Reader<A>, options?: PipeOptions): Batches<A>
export function pipe<A, B>(reader: Reader<A>, a: Stage<A, B>, options?: PipeOptions): Batches<B>
export function pipe<A, B, C>(reader: Reader<A>, a: Stage<A, B>, b: Stage<B, C>, options?: PipeOptions): Batches<C>
export function pipe<A, B, C, D>(
  reader: Reader<A>,
  a: Stage<A, B>,
  b: Stage<B, C>,
  c: Stage<C, D>,
  options?: PipeOptions,
): Batches<D>
export function pipe<A, B, C, D, E>(
  reader: Reader<A>,
  a: Stage<A, B>,
  b: Stage<B, C>,
  c: Stage<C, D>,
  d: Stage<D, E>,
  options?: PipeOptions,
): Batches<E>
export function pipe(
  reader: Reader<unknown>,
  ...rest: readonly (AnyStage | PipeOptions | undefined)[]
): Batches<unknown> {
  const stages = rest.filter((part): part is AnyStage => typeof part === 'function')
  const { signal } = rest.find((part): part is PipeOptions => typeof part === 'object') ?? {}
  const wanted = signal === undefined ? {} : { signal }
  if (stages.length === 0) return reader(wanted)
  // What the overloads have checked: the first stage takes what the reader yields.
  const stage = compose(...stages) as Stage<unknown, unknown>
  return drive(
    () => stage.start(),
    (again) => reader({ ...wanted, ...asked(stage), again }),
  )
}

/** What a stage says of the events it looks at, for whoever opens a reader for it. */
const asked = ({ reads, skims }: AnyStage): { reads?: readonly string[]; skims?: readonly string[] } => ({
  ...(reads && { reads }),
  ...(skims && { skims }),
})
