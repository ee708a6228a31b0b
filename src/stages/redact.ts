/**
 * Masks secrets in text: each becomes `[redacted:KIND]`.
 *
 * @module
 */
import { defineStage, type Stage } from '../pipeline/stage.ts'
import { findSecrets } from './secrets/find-secrets.ts'

/** An item whose text was masked; without `redactions` nothing was. */
export type Redacted<T> = T & { readonly redactions?: number }

/** A text without its secrets. */
export interface MaskedText {
  readonly text: string
  /** How many secrets were masked. */
  readonly redactions: number
}

/** What stands in the place of a secret of this kind. */
export const maskOf = (kind: string): string => `[redacted:${kind}]`

/**
 * Masks the secrets in one text: a message, a title.
 *
 * Masking what is masked already changes nothing. Does not find what is cut off before it can be told, written in
 * pieces, or of no published shape.
 * @example
 * maskText('password=hunter22') // => { text: 'password=[redacted:password]', redactions: 1 }
 */
export function maskText(text: string): MaskedText {
  const secrets = findSecrets(text)
  if (secrets.length === 0) return { text, redactions: 0 }
  const parts: string[] = []
  let shown = 0
  for (const { start, end, kind } of secrets) {
    parts.push(text.slice(shown, start), maskOf(kind))
    shown = end
  }
  return { text: [...parts, text.slice(shown)].join(''), redactions: secrets.length }
}

/**
 * Yields every item, its `text` without secrets, and how many there were where there were any.
 *
 * Counts no figures: what a budget is measured on is the log's own text, before this stage (D20).
 *
 * Order  as it came.
 * Holds  nothing.
 * Cost   one pass over each text, a few nanoseconds per character; a new item only where something was masked.
 * Ends   yields nothing more.
 *
 * @see docs/redaction.md: the kinds, their sources, and what is not found
 * @example
 * await collect(redact<{ text: string }>()(batches)) // 'token=…' => 'token=[redacted:token]', redactions: 1
 */
export function redact<T extends { readonly text: string }>(): Stage<T, Redacted<T>> {
  return defineStage('redact', () => ({
    push(batch, out) {
      for (const item of batch) {
        const { text, redactions } = maskText(item.text)
        const before = (item as Redacted<T>).redactions ?? 0
        out.push(redactions === 0 ? item : { ...item, text, redactions: before + redactions })
      }
      return 'more'
    },
  }))
}
