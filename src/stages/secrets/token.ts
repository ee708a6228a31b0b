/**
 * Rows for tokens: a fixed opening, and then a run of one class of characters.
 *
 * @module
 */
import { alphanumeric, beginsWord, endOfRun, isIn, type CharacterClass } from './runs.ts'
import type { SecretRow } from './secret-row.ts'

/** The shape of a token. */
export interface TokenShape {
  readonly openings: readonly string[]
  /** What must follow the opening at least: the source of a regular expression whose quantifiers are bounded. */
  readonly least: string
  /** What the token goes on with, however long it is. @defaultValue letters and digits */
  readonly rest?: CharacterClass
  /** Whether the token is exactly as long as `least` says: more of `rest` makes it something else. */
  readonly exact?: boolean
  /** Whether the opening must begin a word, because it also occurs inside words and encoded data. */
  readonly own?: boolean
  /** How many units of the opening stay readable: the address a webhook's secret hangs on. @defaultValue 0 */
  readonly shown?: number
}

/** A row for tokens of one shape. */
export function token(kind: string, source: string, shape: TokenShape): SecretRow {
  const { openings, least, rest = alphanumeric, exact = false, own = false, shown = 0 } = shape
  const literals = openings.map((opening) => opening.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(`(?:${literals.join('|')})${least}`, 'y')
  return {
    kind,
    source,
    openings,
    find(text, at) {
      pattern.lastIndex = at
      if ((own && !beginsWord(text, at)) || !pattern.test(text)) return undefined
      const leastEnd = pattern.lastIndex
      return exact && isIn(text, leastEnd, rest)
        ? undefined
        : { start: at + shown, end: endOfRun(text, leastEnd, rest) }
    },
  }
}
