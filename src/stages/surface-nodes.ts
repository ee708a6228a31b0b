/**
 * Takes messages that are a surface already: what a session query returns.
 *
 * @module
 */
import { defineStage, type Kernel, type Stage } from '../pipeline/stage.ts'
import type { NodeEdit } from './surface-edit.ts'
import { units, type Unit } from './unit.ts'

/**
 * Yields one `node` edit per item, each at the end of the surface.
 *
 * For a surface that somebody else has folded; a log goes through `foldSurface`.
 *
 * Order  as it came: that is the surface's order.
 * Holds  one number.
 * Cost   one measuring per item.
 * Ends   yields nothing more.
 *
 * @param unit - what items are measured in. @defaultValue UTF-8 bytes
 */
export function surfaceNodes<T extends { readonly text: string; readonly seq: number }>(
  unit: Unit = units.bytes,
): Stage<T, NodeEdit<T>> {
  const start = (saved = 0): Kernel<T, NodeEdit<T>, number> => {
    let place = saved
    return {
      push(batch, out) {
        for (const item of batch) {
          out.push({ kind: 'node', place, seq: item.seq, item, size: unit.size(item.text), position: place })
          place += 1
        }
        return 'more'
      },
      save: () => place,
    }
  }
  return defineStage('surface-nodes', start)
}
