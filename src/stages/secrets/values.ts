/**
 * What stands behind a name and a separator: where such a value ends, and whether it looks like a secret.
 *
 * @module
 */
import { characterClass } from './runs.ts'
import type { Span } from './secret-row.ts'

/** A value as it was written. */
export interface Value extends Span {
  /** In quotes or between tags, so that its end is known. */
  readonly isQuoted: boolean
  /** It goes on: it was followed only so far. */
  readonly isLong: boolean
}

/** How much of a value is looked at before it counts as a secret. */
export const looked = 48

const quote = /\\{0,3}["'`]/y

/** The value that begins at `at`, followed for at most `most` units; empty where none begins. */
export function valueAt(text: string, at: number, most: number): Value {
  quote.lastIndex = at
  if (quote.test(text)) return quotedFrom(text, at, quote.lastIndex, most)
  const last = Math.min(text.length, at + most)
  const end = endOfBare(text, at, last)
  return { start: at, end, isQuoted: false, isLong: end === last && last < text.length }
}

/** The text of an element that begins at `start`; empty where it is not one word up to the closing tag. */
export function elementText(text: string, start: number): Value {
  let end = start
  while (end < text.length && !isBlank(text.charCodeAt(end)) && text[end] !== '<' && text[end] !== '>') end += 1
  return { start, end: text.startsWith('</', end) ? end : start, isQuoted: true, isLong: false }
}

/**
 * Up to the same quote with no more escapes before it than the first had. A blank ends it as well; among the first units
 * it makes it a sentence and no value.
 */
function quotedFrom(text: string, at: number, start: number, most: number): Value {
  const escapes = start - 1 - at
  const mark = text[start - 1]
  const last = Math.min(text.length, start + most)
  for (let end = start, run = 0; end < last; end++) {
    const unit = text[end]
    if (unit === mark && run <= escapes) return { start, end: end - run, isQuoted: true, isLong: false }
    if (isBlank(text.charCodeAt(end)))
      return { start, end: end - start < looked ? start : end, isQuoted: true, isLong: false }
    run = unit === '\\' ? run + 1 : 0
  }
  return { start, end: last, isQuoted: true, isLong: true }
}

/**
 * Up to a blank, a quote, a bracket, a separator of statements, or writing that uses no blanks. `=` may end a value,
 * as the padding of base64 does.
 */
export function endOfBare(text: string, at: number, last: number = text.length): number {
  let end = at
  while (end < last && !endsBare(text.charCodeAt(end))) end += 1
  if (end > at) while (end < last && text[end] === '=') end += 1
  return end
}

/** ASCII that a value without quotes goes on with: no blank, quote, bracket, separator or `=`. */
const bare = characterClass(/[!#$%*+\-./0-9:?@A-Z^_a-z~]/)
const endsBare = (unit: number): boolean => (unit < 0x80 ? bare[unit] !== 1 : unit === 0xa0 || unit >= 0x2000)
const isBlank = (unit: number): boolean =>
  unit <= 0x20 ||
  (unit >= 0x7f && (unit <= 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x3000))

const placeholder =
  /^(?:\$|\{|<|%[A-Z_(]|%[sdv@]|\*|[x•·]{3}|\.{3}|\[redacted:|your[-_ ]?|(?:process|os|import\.meta)\.env|env[.:]|secrets?\.|vault:|op:\/\/|REDACTED)/i

/** Whether `value` stands for a secret that is not there: a variable, a form to fill in, a mask. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value)

/** Whether `value` looks drawn rather than written: letters with digits, or 20 and more with capitals inside. */
export function looksRandom(value: string): boolean {
  return /[0-9]/.test(value)
    ? /[A-Za-z]/.test(value)
    : value.length >= 20 && /[a-z][A-Z]/.test(value) && /[A-Z]{2}|[A-Z][a-z][A-Z]/.test(value)
}
