/**
 * The smallest stages there can be, to show what the machine does with any stage.
 *
 * @module
 */
import { defineStage, type Stage } from '../../src/pipeline/index.ts'

/** Yields `change(item)` for each item. */
export const changing = <I, O>(change: (item: I) => O, stageName = 'changing'): Stage<I, O> =>
  defineStage(stageName, () => ({
    push(batch, out) {
      for (const item of batch) out.push(change(item))
      return 'more'
    },
  }))

/** Yields the first `most` items and then stops. */
export const taking = <T>(most: number, stageName = 'taking'): Stage<T, T> =>
  defineStage(stageName, () => {
    let taken = 0
    return {
      push(batch, out) {
        for (const item of batch.slice(0, most - taken)) out.push(item)
        taken += batch.length
        return taken < most ? 'more' : 'stop'
      },
    }
  })

/** Yields `word` when the input has ended. */
export const ending = <T>(word: T, stageName = 'ending'): Stage<T, T> =>
  defineStage(stageName, () => ({
    push(batch, out) {
      for (const item of batch) out.push(item)
      return 'more'
    },
    end: (out) => void out.push(word),
  }))

/** Throws `cause` at the first item. */
export const failing = (cause: unknown, stageName = 'failing'): Stage<unknown, never> =>
  defineStage(stageName, () => ({
    push() {
      throw cause
    },
  }))

/** Yields nothing until the end, then asks for `positions` again and yields `mark` and what arrives. */
export const asking = <T>(mark: string, positions: readonly number[]): Stage<T, string> =>
  defineStage(`asking ${mark}`, () => {
    let hasAsked = false
    return {
      push(batch, out) {
        if (hasAsked) for (const item of batch) out.push(`${mark} ${String(item)}`)
        return 'more'
      },
      reread() {
        hasAsked = true
        return positions
      },
    }
  })
