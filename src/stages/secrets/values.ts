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
}

const quote = /\\{0,3}["'`]/y

/** The value that begins at `at`; empty where none does. */
export function valueAt(text: string, at: number): Value {
  quote.lastIndex = at
  return quote.test(text)
    ? quotedFrom(text, at, quote.lastIndex)
    : { start: at, end: endOfBare(text, at), isQuoted: false }
}

/** The text of an element that begins at `at`. */
export function elementText(text: string, at: number): Value {
  let end = at
  while (end < text.length && !isBlank(text.charCodeAt(end)) && text[end] !== '<' && text[end] !== '>') end += 1
  return { start: at, end: text.startsWith('</', end) ? end : at, isQuoted: true }
}

/** Up to the same quote with no more escapes before it than the first had, or up to a blank: then it is no value. */
function quotedFrom(text: string, at: number, start: number): Value {
  const escapes = start - 1 - at
  const mark = text[start - 1]
  for (let end = start, run = 0; end < text.length; end++) {
    const unit = text[end]
    if (unit === mark && run <= escapes) return { start, end: end - run, isQuoted: true }
    if (isBlank(text.charCodeAt(end))) return { start, end: start, isQuoted: true }
    run = unit === '\\' ? run + 1 : 0
  }
  return { start, end: text.length, isQuoted: true }
}

/**
 * Up to a blank, a quote, a bracket, a separator of statements, or writing that uses no blanks. `=` may end a value,
 * as the padding of base64 does.
 */
function endOfBare(text: string, at: number): number {
  let end = at
  while (end < text.length && !endsBare(text.charCodeAt(end))) end += 1
  if (end > at) while (end - at < 4096 && text[end] === '=') end += 1
  return end
}

const stops = new Set([...'"\'`,;&|<>()[]{}=\\'].map((stop) => stop.charCodeAt(0)))
const endsBare = (unit: number): boolean => isBlank(unit) || unit >= 0x2000 || (unit < 0x80 && stops.has(unit))
const isBlank = (unit: number): boolean =>
  unit <= 0x20 ||
  unit === 0x7f ||
  unit === 0xa0 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x3000 ||
  unit === 0x2028

const placeholder =
  /^(?:\$|\{|<|%[A-Z_(]|%[sdv@]|\*|[x•·]{3}|\.{3}|\[redacted:|your[-_ ]?|(?:process|os|import\.meta)\.env|env[.:]|secrets?\.|vault:|op:\/\/|REDACTED)/i

/** Whether `value` stands for a secret that is not there: a variable, a form to fill in, a mask. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value)

/** Whether `value` looks drawn rather than written: letters with digits, or 20 and more with capitals inside. */
export function looksRandom(value: string): boolean {
  if (isPlaceholder(value)) return false
  return /[0-9]/.test(value)
    ? /[A-Za-z]/.test(value)
    : value.length >= 20 && /[a-z][A-Z]/.test(value) && /[A-Z]{2}|[A-Z][a-z][A-Z]/.test(value)
}
