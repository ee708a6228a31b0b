/**
 * Cuts every text to a length of its own, its secrets masked.
 *
 * @module
 */
import { defineStage, type Stage } from '../pipeline/stage.ts'
import { maskedCut, plainCut } from './masked-cut.ts'
import type { Kept } from './retain-window.ts'
import { units, type Unit } from './unit.ts'

/** How long a text may be. */
export interface CutTextOptions {
  /** Most of one text, in `unit`. @defaultValue 4096 (D10) */
  readonly maxItemSize?: number
  /** @defaultValue UTF-8 bytes */
  readonly unit?: Unit
  /** Mask secrets, also one across the cut. @defaultValue true (D20) */
  readonly redact?: boolean
}

/**
 * Yields every item; where its text is too long it is cut, and the item says `truncated`.
 *
 * For items that are shown as they come; where only the newest are shown, `retainWindow` cuts.
 *
 * Order  as it came.
 * Holds  nothing.
 * Cost   one measuring and, where secrets are masked, one search per text.
 * Ends   yields nothing more.
 *
 * @example
 * const shown = compose(filterSources(), filterBlocks(), cutText({ maxItemSize: 200 }))
 */
export function cutText<T extends { readonly text: string }>(options: CutTextOptions = {}): Stage<T, Kept<T>> {
  const { maxItemSize = 4096, unit = units.bytes, redact = true } = options
  const cut = redact ? maskedCut(unit) : plainCut(unit)
  return defineStage('cut-text', () => ({
    push(batch, out) {
      for (const item of batch) {
        const { text, size } = cut(item.text, maxItemSize)
        const isCut = size < unit.size(item.text)
        if (text === item.text) out.push(item)
        else out.push(isCut ? { ...item, text, truncated: true as const } : { ...item, text })
      }
      return 'more'
    },
  }))
}
