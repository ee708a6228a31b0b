/**
 * Runs two stages over one stream: no buffer between them, no second read.
 *
 * @module
 */
import type { Out } from './batch.ts'
import { defineStage, type Kernel, type Probe, type Stage } from './stage.ts'

type Asking = Pick<Stage<never, unknown>, 'reads' | 'skims'>

/** Which event types two stages read together: all, when one of them reads all; skimmed, where neither reads more. */
function union(a: Asking, b: Asking): { reads?: readonly string[]; skims?: readonly string[] } {
  if (a.reads === undefined || b.reads === undefined) return {}
  const reads = [...new Set([...a.reads, ...b.reads])]
  const isEnough = (type: string): boolean =>
    [a, b].every((stage) => stage.reads?.includes(type) !== true || stage.skims?.includes(type) === true)
  return { reads, skims: reads.filter(isEnough) }
}

/**
 * Makes one stage that shows every item to `a` and then to `b`, and yields what either yields.
 *
 * @returns a stage named `a + b` that reads what either reads and stops when both have stopped.
 */
export function both<I, A, B>(a: Stage<I, A>, b: Stage<I, B>): Stage<I, A | B> {
  const leftReads = reader(a)
  const rightReads = reader(b)
  // One that waits for the end puts nothing between what the other yields.
  const isOrderFree = a.waits === true || b.waits === true
  const start = (saved?: readonly [unknown, unknown], probe?: Probe): Kernel<I, A | B, readonly [unknown, unknown]> => {
    const left = a.start(saved?.[0], probe)
    const right = b.start(saved?.[1], probe)
    let leftStopped = false
    let rightStopped = false
    // Records that are read again belong to the side that asked: first the left one's, then the right one's.
    let owed: { left: number } | undefined
    const show = (batch: readonly I[], forLeft: boolean, forRight: boolean, out: Out<A | B>): void => {
      if (forLeft && !leftStopped) leftStopped = left.push(batch, out) === 'stop'
      if (forRight && !rightStopped) rightStopped = right.push(batch, out) === 'stop'
    }
    return {
      push(batch, out) {
        if (owed !== undefined) {
          const split = Math.min(batch.length, owed.left)
          owed.left -= split
          if (split > 0) show(batch.slice(0, split), true, false, out)
          if (split < batch.length) show(batch.slice(split), false, true, out)
        } else if (isOrderFree) show(batch, true, true, out)
        // Item by item, so that what comes out does not depend on where a batch ends.
        else for (const item of batch) show([item], leftReads(item), rightReads(item), out)
        return leftStopped && rightStopped ? 'stop' : 'more'
      },
      reread(out) {
        const forLeft = leftStopped ? [] : (left.reread?.(out) ?? [])
        const forRight = rightStopped ? [] : (right.reread?.(out) ?? [])
        owed = { left: forLeft.length }
        return [...forLeft, ...forRight]
      },
      end(out) {
        left.end?.(out)
        right.end?.(out)
      },
      save: () => [left.save?.(), right.save?.()],
    }
  }
  return defineStage(`${a.stageName} + ${b.stageName}`, start, {
    ...union(a, b),
    waits: a.waits === true && b.waits === true,
    composite: true,
  })
}

/** Tells which items a stage looks at: it says so by their type, and ignores all others unseen. */
function reader({ reads }: Asking): (item: unknown) => boolean {
  if (reads === undefined) return () => true
  const types = new Set(reads)
  return (item) => types.has((item as { readonly type: string }).type)
}
