/**
 * Private keys: blocks of several lines, of which a cut may have left only the beginning.
 *
 * @module
 */
import { beginsWord, hasRun, token68 } from './runs.ts'
import type { SecretRow } from './secret-row.ts'
import { token } from './token.ts'

const opening = /(?<=-{4,5} ?)BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?) ?-{4,5}/y
/** A quote straight after the opening line: somebody speaks of keys. */
const closing = /^[ \t]{0,2}\\{0,3}["'`)/]/
/** How far behind an opening that is in quotes its key may begin, and how long a line of it is at least. */
const looked = 96
const line = 40

/**
 * From the opening line to the end of the line that closes it. An opening without its end reaches to the end of the
 * text: the end may have been cut off. Not one in quotes with nothing like a key behind it.
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
    const isQuoted = closing.test(text.slice(begin, begin + 8))
    if (isQuoted && !hasRun(text, begin, Math.min(text.length, begin + looked), token68, line)) return undefined
    const dashes = /-{4,5} ?$/.exec(text.slice(Math.max(0, at - 6), at))?.[0] ?? ''
    return { start: at - dashes.length, end: endOfBlock(text, begin, `${dashes}END ${label}`) }
  },
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
    puttyEnd.lastIndex = putty.lastIndex
    return { start: putty.lastIndex, end: puttyEnd.test(text) ? puttyEnd.lastIndex : text.length }
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
