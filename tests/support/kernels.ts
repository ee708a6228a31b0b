/**
 * Runs a stage's kernel with nothing around it: no stream, no reader, no await.
 *
 * @module
 */
import { StageError, type Stage } from '../../src/pipeline/index.ts'

/** What one run over these batches yields. */
export function runKernel<I, O>(stage: Stage<I, O>, ...batches: readonly (readonly I[])[]): O[] {
  const kernel = stage.start()
  const out: O[] = []
  for (const batch of batches) {
    if (batch.length > 0 && kernel.push(batch, out) === 'stop') break
  }
  kernel.end?.(out)
  return out
}

/** The same run, broken off after `at` items and taken up again from a clone of what was saved. */
export function runResumed<I, O>(stage: Stage<I, O>, items: readonly I[], at: number): O[] {
  const out: O[] = []
  const before = stage.start()
  if (at > 0 && before.push(items.slice(0, at), out) === 'stop') {
    before.end?.(out)
    return out
  }
  const after = stage.start(structuredClone(before.save?.()))
  if (at < items.length) after.push(items.slice(at), out)
  after.end?.(out)
  return out
}

/** What a run came to: its items, or the error it ended with. Items before an error depend on the batching. */
export type Outcome = { readonly items: readonly unknown[] } | { readonly stageName: string; readonly message: string }

const refusal = (error: unknown): Outcome => {
  if (!(error instanceof StageError)) throw error
  return { stageName: error.stageName, message: String(error.cause) }
}

/** The outcome of `run`. Any error but a StageError is thrown on. */
export function outcomeOf(run: () => readonly unknown[]): Outcome {
  try {
    return { items: run() }
  } catch (error) {
    return refusal(error)
  }
}

/** The same for a stream. */
export const outcomeOfStream = (run: () => Promise<readonly unknown[]>): Promise<Outcome> =>
  run().then((items) => ({ items }), refusal)
