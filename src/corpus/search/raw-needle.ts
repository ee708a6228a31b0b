/**
 * Tells from the bytes of a log, before any of it is decoded, that it cannot hold a query.
 *
 * @module
 */
import { caseVariants, foldCase } from './fold-case.ts'

/** Looks at decoded bytes as they come. May say yes in vain, and never no. */
export interface RawNeedle {
  /** Whether these bytes, with those fed just before them, may hold the query. */
  feed(bytes: Buffer): boolean
}

/** Characters that are looked for: more make no log less likely. */
const maxCharacters = 24

/** Bytes kept of what was fed: more than the longest needle has, with escapes before it. */
const keptBytes = 256

/** An escape that may stand for any character, other than those of controls, which no needle has. */
const anyEscape = String.raw`(?<![^\\]\\)\\u(?!00[01])`

/** What JSON may write in more than one way, and what the text of an event may have around words of its own. */
const notPlain = /[\s"\\/\p{Cc}\ufffd[\](){}:,]+/u

/** Numbers may be written in another way than they are shown. */
const numeric = /^[0-9eE.+-]*$/

/**
 * Makes a needle of the longest piece of the query that the log must have as it is. An escape `\uXXXX` in the log may
 * stand for any of its characters, and then counts as a yes.
 *
 * @param addedWords - words that stand in the text of events and in no log.
 * @returns `undefined` when the query has no such piece: every log has to be read.
 */
export function rawNeedle(query: string, addedWords: readonly string[] = []): RawNeedle | undefined {
  const added = new Set(addedWords.map(foldCase))
  const pieces = query
    .split(notPlain)
    .filter((piece) => !numeric.test(piece) && !added.has(foldCase(piece)))
    .map((piece) => [...piece].slice(0, maxCharacters))
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), [])
  if (longest.length === 0) return undefined
  const pattern = new RegExp(`${longest.map(anyCase).join('')}|${anyEscape}`)
  let kept = ''
  return {
    feed(bytes) {
      const text = kept + bytes.toString('latin1')
      kept = text.slice(-keptBytes)
      return pattern.test(text)
    },
  }
}

/** The bytes of a character in any case, as a pattern over one character per byte. */
function anyCase(character: string): string {
  const variants = caseVariants(character).map((variant) => Buffer.from(variant).toString('latin1'))
  const written = variants.map((bytes) => [...bytes].map(hex).join(''))
  return written.length === 1 ? (written[0] as string) : `(?:${written.join('|')})`
}

const hex = (byte: string): string => String.raw`\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
