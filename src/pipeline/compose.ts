/**
 * Joins stages into one: what one kernel yields is pushed into the next, without a stream in between.
 *
 * @module
 */
import type { Out } from './batch.ts'
import { defineStage, type Kernel, type Probe, type Stage } from './stage.ts'

/** Any stage, when only its place in a row matters. Types are checked by the overloads of `compose` and `pipe`. */
export type AnyStage = Stage<never, unknown>

/**
 * Makes one stage of several. It reads what the first one reads.
 *
 * @returns a stage named `a > b > …`; an error carries the name of the part it happened in.
 * @example
 * const said = compose(filterSources(), filterBlocks())
 */
export function compose<A, B>(a: Stage<A, B>): Stage<A, B>
export function compose<A, B, C>(a: Stage<A, B>, b: Stage<B, C>): Stage<A, C>
export function compose<A, B, C, D>(a: Stage<A, B>, b: Stage<B, C>, c: Stage<C, D>): Stage<A, D>
export function compose<A, B, C, D, E>(a: Stage<A, B>, b: Stage<B, C>, c: Stage<C, D>, d: Stage<D, E>): Stage<A, E>
export function compose<A, B, C, D, E, F>(
  a: Stage<A, B>,
  b: Stage<B, C>,
  c: Stage<C, D>,
  d: Stage<D, E>,
  e: Stage<E, F>,
): Stage<A, F>
export function compose(...stages: readonly AnyStage[]): AnyStage
export function compose(...stages: readonly AnyStage[]): AnyStage {
  const [first] = stages
  if (first === undefined) throw new TypeError('compose() needs at least one stage')
  if (stages.length === 1) return first
  const start = (saved?: readonly unknown[], probe?: Probe): Kernel<unknown, unknown, readonly unknown[]> =>
    row(stages.map((stage, index) => stage.start(saved?.[index], probe) as Kernel<unknown, unknown>))
  return defineStage(stages.map((stage) => stage.stageName).join(' > '), start, {
    reads: first.reads,
    skims: first.skims,
    waits: stages.some((stage) => stage.waits === true),
    composite: true,
  })
}

/** One kernel out of a row of kernels. */
function row(kernels: readonly Kernel<unknown, unknown>[]): Kernel<unknown, unknown, readonly unknown[]> {
  const last = kernels.length - 1
  // Once a kernel has stopped, nothing that those before it still hold can change what it yields.
  let alive = 0
  let stopped = false
  const stopAt = (index: number): void => {
    alive = Math.max(alive, index)
    stopped = true
  }

  /** Runs `step` on kernel `from` and lets what it yields flow to the end of the row. */
  const flow = (from: number, out: Out<unknown>, step: Step): void => {
    let items: unknown[] = []
    step(kernels[from] as Kernel<unknown, unknown>, from === last ? out : items)
    for (let index = from + 1; index <= last && items.length > 0; index++) {
      const next: unknown[] = []
      const verdict = (kernels[index] as Kernel<unknown, unknown>).push(items, index === last ? out : next)
      if (verdict === 'stop') stopAt(index)
      items = next
    }
  }

  return {
    // `flow` spelled out: it runs once per batch, and inside `foldSurface` once per message.
    push(batch, out) {
      let items = batch
      for (let index = 0; index <= last && items.length > 0; index++) {
        const next: unknown[] = []
        const kernel = kernels[index] as Kernel<unknown, unknown>
        if (kernel.push(items, index === last ? out : next) === 'stop') stopAt(index)
        items = next
      }
      return stopped ? 'stop' : 'more'
    },
    reread(out) {
      const positions: number[] = []
      for (let index = 0; index <= last; index++) {
        flow(index, out, (kernel, into) => void positions.push(...(kernel.reread?.(into) ?? [])))
      }
      return positions
    },
    end(out) {
      for (let index = alive; index <= last; index++) flow(index, out, (kernel, into) => kernel.end?.(into))
    },
    save: () => kernels.map((kernel) => kernel.save?.()),
  }
}

type Step = (kernel: Kernel<unknown, unknown>, into: Out<unknown>) => void
