/**
 * The one rule of what a search finds. Everything else here only finds candidates for it.
 *
 * - A run of white space in the query equals a run of white space in the text.
 * - Letters compare by Unicode's simple case folding: `STRASSE` is not `straße`, `K` (Kelvin) is `k`. Diacritics
 *   count, and so do compositions: `é` as one character is not `e` with a mark.
 * - The first and the last character of a hit do not continue a run of letters, digits and their marks in the text:
 *   `AI` is not in `BRAID`. A character of Chinese, Japanese or Korean script is a run of its own, so `重试` is found
 *   anywhere.
 * - Everything else is what it is: quotes, `OR`, `NEAR`, `*`.
 * @module
 */
import { continuing, isContinuing } from './run-characters.ts'

/** Where a hit stands in a text, in UTF-16 units. */
export interface Hit {
  readonly start: number
  readonly end: number
}

/** A query, ready to be looked for. */
export interface Literal {
  /** Without white space around it, runs of it as one blank. */
  readonly query: string
  /** The first hit in `text`; `undefined` when there is none. */
  find(text: string): Hit | undefined
}

/** Prepares a query, which must not be blank. Lone surrogates in it match what a lone surrogate is shown as. */
export function literalMatch(query: string): Literal {
  const normal = query.toWellFormed().trim().replaceAll(/\s+/gu, ' ')
  if (normal === '') throw new RangeError('a query must not be blank')
  const characters = [...normal]
  const before = isContinuing(characters[0] as string) ? `(?<!${continuing})` : ''
  const after = isContinuing(characters.at(-1) as string) ? `(?!${continuing})` : ''
  const body = normal
    .split(' ')
    .map(escaped)
    .join(String.raw`\s+`)
  // With both flags the engine folds as Unicode says: simple folding, one character to one.
  const pattern = new RegExp(`${before}${body}${after}`, 'iu')
  return {
    query: normal,
    find(text) {
      const found = pattern.exec(text)
      return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
    },
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
