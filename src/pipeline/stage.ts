/**
 * The whole idea: a kernel is a synchronous machine over batches, a stage lifts it to streams.
 *
 * A kernel cannot await, touch a file, or keep state between runs other than what `save` hands out. That is
 * why it replays, resumes, fuses with its neighbours and runs in a browser.
 * @module
 */
import type { Batches, Out } from './batch.ts'
import { drive } from './drive.ts'
import { StageError } from './errors.ts'

/** One run of a stage. Its state is born in `start` and ends with the run. */
export interface Kernel<in I, out O, out S = unknown> {
  /** Takes one batch, yields into `out`. `stop` means: nothing that follows can change what I yield. */
  push(batch: readonly I[], out: Out<O>): 'more' | 'stop'
  /**
   * Asked once, when the input has ended and the reader can still fetch: yields what the end settles, and names
   * the positions of records it must see again. They arrive through `push` in the order named, then `end`.
   * Never asked when the reader cannot fetch.
   */
  reread?(out: Out<O>): readonly number[]
  /** Called once, after the last push. */
  end?(out: Out<O>): void
  /** State so far, before `end`: plain data that survives `structuredClone`, bounded like the kernel itself. */
  save?(): S
}

/** Called with every kernel that is born inside a stage; what it returns runs in the kernel's place. */
export type Probe = <I, O>(stageName: string, kernel: Kernel<I, O>) => Kernel<I, O>

/** A part that can be run on a stream, composed with others, or started as a bare kernel. */
export interface Stage<in I, out O> {
  (input: Batches<I>): Batches<O>
  readonly stageName: string
  /** Event types it looks at; it ignores all others unseen. Absent: all. */
  readonly reads?: readonly string[]
  /** Of these, types whose content it never looks at, so that a reader may leave it out. Absent: none. */
  readonly skims?: readonly string[]
  /** Yields nothing before the input has ended. Absent: it may. */
  readonly waits?: true
  /** A fresh kernel, continuing from what an earlier one saved when `saved` is given. */
  start(saved?: unknown, probe?: Probe): Kernel<I, O>
}

/** What `defineStage` may be told beside the kernel. */
export interface StageOptions {
  /** Event types the stage looks at. @defaultValue all */
  readonly reads?: readonly string[] | undefined
  /** Event types among these whose content the stage does not look at. @defaultValue none */
  readonly skims?: readonly string[] | undefined
  /** Whether the stage yields nothing before the input has ended. @defaultValue false */
  readonly waits?: boolean
  /** Whether the stage is made of other stages, which then are probed instead of it. @defaultValue false */
  readonly composite?: boolean
}

/**
 * Makes a stage out of a way to start its kernel.
 *
 * @param stageName - kebab-case, as it shall stand in errors and figures.
 * @param start - makes a kernel; called once per run, with an earlier kernel's saved state when resuming.
 * @returns a stage; what its kernel throws arrives as `StageError`, what the input throws as the same object.
 */
export function defineStage<I, O, S = unknown>(
  stageName: string,
  start: (saved?: S, probe?: Probe) => Kernel<I, O, S>,
  options: StageOptions = {},
): Stage<I, O> {
  const born = (saved?: unknown, probe?: Probe): Kernel<I, O> => {
    const kernel = named(stageName, start(saved as S | undefined, probe))
    return probe === undefined || options.composite === true ? kernel : probe(stageName, kernel)
  }
  const run = (input: Batches<I>): Batches<O> => drive(() => born(), input)
  const { reads, skims, waits = false } = options
  const asks = { ...(reads && { reads }), ...(skims && { skims }), ...(waits && { waits: true as const }) }
  return Object.assign(run, { stageName, start: born, ...asks })
}

/** The same kernel, with its stage's name on everything it throws. */
function named<I, O, S>(stageName: string, kernel: Kernel<I, O, S>): Kernel<I, O, S> {
  const guard = <R>(step: () => R): R => {
    try {
      return step()
    } catch (cause) {
      throw staged(stageName, cause)
    }
  }
  const { reread, end, save } = kernel
  return {
    // Spelled out: it runs once per batch, where a closure of its own would cost as much as a small stage.
    push(batch, out) {
      try {
        return kernel.push(batch, out)
      } catch (cause) {
        throw staged(stageName, cause)
      }
    },
    ...(reread && { reread: (out) => guard(() => reread.call(kernel, out)) }),
    ...(end && { end: (out) => guard(() => end.call(kernel, out)) }),
    ...(save && { save: () => guard(() => save.call(kernel)) }),
  }
}

const staged = (stageName: string, cause: unknown): StageError =>
  cause instanceof StageError ? cause : new StageError(stageName, cause)
