/**
 * Runs of characters: what a secret is made of, and what may stand before one.
 *
 * @module
 */

/** A class of ASCII characters: 1 for each unit that belongs to it. */
export type CharacterClass = Uint8Array

/** The class of the characters that `pattern` matches. */
export function characterClass(pattern: RegExp): CharacterClass {
  return Uint8Array.from({ length: 128 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0))
}

/** Letters and digits. */
export const alphanumeric: CharacterClass = characterClass(/[A-Za-z0-9]/)
/** What base64url is made of. */
export const word: CharacterClass = characterClass(/[A-Za-z0-9_-]/)
/** Several base64url parts with dots between them. */
export const dotted: CharacterClass = characterClass(/[A-Za-z0-9_.-]/)
/** Base64 in either alphabet, its padding, and `~`: the `token68` of RFC 9110. */
export const token68: CharacterClass = characterClass(/[A-Za-z0-9_.~+/=-]/)

/** For openings that go on in hexadecimal. */
export const hexDigits: readonly string[] = [...'0123456789abcdef']

/** Whether the unit at `at` belongs to the class; there is none before the beginning and after the end. */
export const isIn = (text: string, at: number, of: CharacterClass): boolean => of[text.charCodeAt(at)] === 1

/** Where the run of `of` that goes through `from` ends, at `last` at the latest. */
export function endOfRun(text: string, from: number, of: CharacterClass, last: number = text.length): number {
  let end = from
  while (end < last && isIn(text, end, of)) end += 1
  return end
}

/** Whether a word may begin at `at`: no letter or digit stands before it, or one that ends an escape. */
export function beginsWord(text: string, at: number): boolean {
  return !isIn(text, at - 1, alphanumeric) || endsEscape(text, at)
}

/** The same where `-` and `_` hold a word together; one of them alone, as in a list or a diff, does not. */
export function beginsHyphenWord(text: string, at: number): boolean {
  if (!isIn(text, at - 1, word)) return true
  return text[at - 1] === '-' || text[at - 1] === '_' ? !isIn(text, at - 2, word) : endsEscape(text, at)
}

/** `\n`, `\u000a`, `\x0a`, `%3D` and a terminal colour end in a letter or digit, and a word may begin after them. */
function endsEscape(text: string, at: number): boolean {
  if (text[at - 2] === '\\') return /[bfnrtv]/.test(text[at - 1] ?? '')
  if (text[at - 3] === '%' || text.startsWith('\\x', at - 4)) return hexPair.test(text.slice(at - 2, at))
  if (text.startsWith('\\u', at - 6)) return hexPair.test(text.slice(at - 2, at))
  return text[at - 1] === 'm' && colour.test(text.slice(Math.max(0, at - 14), at))
}
const hexPair = /^[0-9a-f]{2}$/i
const colour = /\[[0-9;]{0,12}m$/
