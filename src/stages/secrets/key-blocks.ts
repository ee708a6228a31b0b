/**
 * Private keys: blocks of several lines, of which a cut may have left only the beginning.
 *
 * @module
 */
import { beginsWord, characterClass, endOfRun } from './runs.ts'
import type { SecretRow } from './secret-row.ts'
import { token } from './token.ts'
import { isPlaceholder } from './values.ts'

const opening = /(?<=-{4,5} ?)BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?) ?-{4,5}/y
/** A quote straight after the opening line: somebody speaks of keys, or has put one together from pieces. */
const quoted = /[ \t]{0,2}\\{0,3}["'`)/]/y
/** What may stand between two such pieces. */
const joint = /(?:\\[nrt]|[\s"'`,;+()[\]\\]){0,40}/y
const base64 = characterClass(/[A-Za-z0-9+/]/)
/** How long a line of a key is at least. */
const lineLength = 40

/**
 * From the opening line to the end of the line that closes it. An opening without its end reaches to the end of the
 * text: the end may have been cut off. Not one that is only mentioned.
 */
const privateKey: SecretRow = {
  kind: 'private-key',
  source: 'RFC 7468; RFC 9580 section 6.2; https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key',
  openings: ['BEGIN '],
  find(text, at) {
    opening.lastIndex = at
    const label = opening.exec(text)?.[1]
    if (label === undefined) return undefined
    const begin = opening.lastIndex
    if (isMentioned(text, begin)) return undefined
    const dashes = /-{4,5} ?$/.exec(text.slice(Math.max(0, at - 6), at))?.[0] ?? ''
    return { start: at - dashes.length, end: endOfBlock(text, begin, `${dashes}END ${label}`) }
  },
}

/** Whether the opening line that ends at `at` is in quotes and nothing like a key follows. */
function isMentioned(text: string, at: number): boolean {
  quoted.lastIndex = joint.lastIndex = at
  if (!quoted.test(text)) return false
  joint.test(text)
  const from = joint.lastIndex
  return endOfRun(text, from, base64, Math.min(text.length, from + lineLength)) - from < lineLength
}

/** The end of the line that `closes` a block, its dashes included; the end of the text when there is none. */
function endOfBlock(text: string, from: number, closes: string): number {
  const at = text.indexOf(closes, from)
  if (at < 0) return text.length
  let end = at + closes.length
  while (end < text.length && (text[end] === '-' || text.startsWith(' -', end))) end += 1
  return end
}

const putty = /Private-Lines: ?[0-9]{1,4}/y
const puttyEnd = /Private-(?:MAC|Hash): ?[0-9a-f]{0,64}/g

/** PuTTY writes the private half after a count of its lines and seals it with a MAC. */
const puttyKey: SecretRow = {
  kind: 'putty-private-key',
  source: 'https://the.earth.li/~sgtatham/putty/0.81/htmldoc/AppendixC.html',
  openings: ['Private-Lines:'],
  find(text, at) {
    putty.lastIndex = at
    if (!putty.test(text) || !beginsWord(text, at)) return undefined
    const start = putty.lastIndex
    if (isPlaceholder(text.slice(start, start + 16))) return undefined
    puttyEnd.lastIndex = start
    return { start, end: puttyEnd.test(text) ? puttyEnd.lastIndex : text.length }
  },
}

/** One row per shape. */
export const keyBlocks: readonly SecretRow[] = [
  privateKey,
  puttyKey,
  token('age-secret-key', 'https://github.com/C2SP/C2SP/blob/main/age.md', {
    openings: ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-PQ-1'],
    least: '[A-Z0-9]{20}',
  }),
]
