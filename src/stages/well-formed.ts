/**
 * Makes text well-formed: a lone surrogate becomes U+FFFD, so that what is counted is what is written (D9).
 *
 * @module
 */
import { defineStage, type Stage } from '../pipeline/stage.ts'

/**
 * Yields every item, its `text` well-formed.
 *
 * Removes nothing: control, bidi and tag characters are the renderer's to make visible.
 *
 * Order  as it came.
 * Holds  nothing.
 * Cost   one scan per text; a new item only where something was replaced.
 * Ends   yields nothing more.
 *
 * @example
 * await collect(wellFormed<{ text: string }>()(batches)) // 'a\ud800' => 'a\ufffd'
 */
export function wellFormed<T extends { readonly text: string }>(): Stage<T, T> {
  return defineStage('well-formed', () => ({
    push(batch, out) {
      for (const item of batch) {
        out.push(item.text.isWellFormed() ? item : { ...item, text: item.text.toWellFormed() })
      }
      return 'more'
    },
  }))
}
