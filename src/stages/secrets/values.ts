/**
 * What stands behind a name and a separator: where such a value ends, and whether it looks like a secret.
 *
 * @module
 */
import type { Span } from './secret-row.ts'

/** A value as it was written. */
export interface Value extends Span {
  /** In quotes or between tags, so that its end is known. */
  readonly isQuoted: boolean
  /** It goes on: it was followed only as far as it is looked at. */
  readonly isLong: boolean
}

/** How much of a value is looked at before it counts as a secret. */
export const looked = 48

const quote = /\\{0,3}["'`]/y

/** The value that begins at `at`, whole or as far as it is looked at; empty where none begins. */
export function valueAt(text: string, at: number, isWhole: boolean): Value {
  quote.lastIndex = at
  return quote.test(text) ? quotedFrom(text, at, quote.lastIndex, isWhole) : bareFrom(text, at, isWhole)
}

/** The text of an element that begins at `start`; empty where it is not one word up to the closing tag. */
export function elementText(text: string, start: number): Value {
  let end = start
  while (end < text.length && !isBlank(text.charCodeAt(end)) && !isMask(text, end) && !'<>'.includes(text[end] ?? ''))
    end += 1
  return { start, end: text.startsWith('</', end) ? end : start, isQuoted: true, isLong: false }
}

/**
 * Up to the same quote with no more escapes before it than the first had. A blank or a mask ends it as well; among the
 * first units it makes it a sentence and no value.
 */
function quotedFrom(text: string, at: number, start: number, isWhole: boolean): Value {
  const escapes = start - 1 - at
  const mark = text.charCodeAt(start - 1)
  const last = isWhole ? text.length : Math.min(text.length, start + looked)
  for (let end = start, run = 0; end < last; end++) {
    const unit = text.charCodeAt(end)
    if (unit === mark && run <= escapes) return { start, end: end - run, isQuoted: true, isLong: false }
    if (isBlank(unit) || isMask(text, end))
      return { start, end: end - start < looked ? start : end, isQuoted: true, isLong: false }
    run = unit === 0x5c ? run + 1 : 0
  }
  return { start, end: last, isQuoted: true, isLong: last === start + looked }
}

/** Whether a mask begins at `at`: what it stands for is found already. */
const isMask = (text: string, at: number): boolean => text[at] === '[' && text.startsWith('[redacted:', at)

const isBlank = (unit: number): boolean =>
  unit <= 0x20 ||
  (unit >= 0x7f && (unit <= 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x3000))

/** No blank, quote, bracket or separator of statements, and no writing that uses no blanks. */
const bareClass = String.raw`!#$%*+\-./0-9:?@A-Z^_a-z~\x80-\x9f\xa1-\u1fff`
const bare = new RegExp(`[${bareClass}]{0,${looked}}`, 'y')
const bareRest = new RegExp(`[=${bareClass}]{0,${looked}}`, 'y')

const endOf = (stretch: RegExp, text: string, start: number): number => {
  stretch.lastIndex = start
  stretch.test(text)
  return stretch.lastIndex
}

/** Up to what no value without quotes holds. `=` is part of one that is taken, and ends what is looked at. */
function bareFrom(text: string, start: number, isWhole: boolean): Value {
  let end = endOf(bare, text, start)
  const isLong = end > start && (end - start === looked || text[end] === '=')
  if (isWhole) for (let next = endOf(bareRest, text, end); next > end; next = endOf(bareRest, text, end)) end = next
  return { start, end, isQuoted: false, isLong }
}

const placeholder =
  /^(?:\$|\{|<|%[A-Z_(]|%[sdv@]|\*|[x•·]{3}|\.{3}|\[redacted:|your[-_ ]?|(?:process|os|import\.meta)\.env|env[.:]|secrets?\.|vault:|op:\/\/|REDACTED)/i

/** Whether `value` stands for a secret that is not there: a variable, a form to fill in, a mask. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value)

/** Whether `value` looks drawn rather than written: letters with digits, or 20 and more with capitals inside. */
export function looksRandom(value: string): boolean {
  if (/[0-9]/.test(value)) return /[A-Za-z]/.test(value)
  return value.length >= 20 && /[a-z][A-Z]/.test(value) && /[A-Z]{2}|[A-Z][a-z][A-Z]/.test(value)
}
