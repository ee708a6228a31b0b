/**
 * Measures stages from outside them: no part carries counters of its own.
 *
 * @module
 */
import { defineStage, type Kernel, type Stage } from './stage.ts'

/** What one part did, summed over all runs of the observed stage. */
export interface StageFigures {
  readonly stageName: string
  readonly itemsIn: number
  readonly itemsOut: number
  /** Items in that are not out: `itemsIn - itemsOut`, at least 0. */
  readonly dropped: number
  /** Time spent in the part itself, in milliseconds; parts inside it are counted on their own rows. */
  readonly timeMs: number
}

/** A stage that counts, and what it counted so far. */
export interface Observed<I, O> {
  readonly stage: Stage<I, O>
  /** One row per part, in the order in which they were started; parts of the same name share a row. */
  report(): StageFigures[]
}

interface Row {
  itemsIn: number
  itemsOut: number
  timeMs: number
}

/**
 * Wraps a stage so that every part in it is counted and timed. What it yields stays the same.
 *
 * Costs two clock readings and one wrapped `out` per part and batch.
 */
export function observe<I, O>(stage: Stage<I, O>): Observed<I, O> {
  const rows = new Map<string, Row>()
  // Time of parts that ran inside the one on top, so that each row has its own time only.
  const inner: number[] = []

  const timed = <R>(row: Row, step: () => R): R => {
    const since = performance.now()
    inner.push(0)
    try {
      return step()
    } finally {
      const whole = performance.now() - since
      row.timeMs += whole - (inner.pop() ?? 0)
      if (inner.length > 0) inner.push((inner.pop() ?? 0) + whole)
    }
  }

  const probe = <A, B>(stageName: string, kernel: Kernel<A, B>): Kernel<A, B> => {
    const row = rows.get(stageName) ?? { itemsIn: 0, itemsOut: 0, timeMs: 0 }
    rows.set(stageName, row)
    const counted = (out: { push(item: B): unknown }) => ({
      push: (item: B) => {
        row.itemsOut += 1
        return out.push(item)
      },
    })
    const { reread, end, save } = kernel
    return {
      push(batch, out) {
        row.itemsIn += batch.length
        return timed(row, () => kernel.push(batch, counted(out)))
      },
      ...(reread && { reread: (out) => timed(row, () => reread(counted(out))) }),
      ...(end && { end: (out) => timed(row, () => end(counted(out))) }),
      ...(save && { save }),
    }
  }

  const start = (saved?: unknown): Kernel<I, O> => stage.start(saved, probe)
  return {
    stage: defineStage(stage.stageName, start, { reads: stage.reads, skims: stage.skims, composite: true }),
    report: () =>
      [...rows].map(([stageName, row]) => ({
        stageName,
        ...row,
        dropped: Math.max(0, row.itemsIn - row.itemsOut),
      })),
  }
}
