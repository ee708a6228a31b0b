/**
 * Secrets planted in text: what may stand around one, and whether anything is left of it.
 *
 * @module
 */
import type { SecretSample } from './secret-samples.ts'

/** What a log may have directly before and behind a secret, none of it a letter or digit of its own. */
export const surroundings: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['\n', '\n'],
  ['\u200b', '\u200b'], // zero width
  ['\u202e', '\u202c'], // right to left
  ['\ufeff', '\u2028'],
  ['\u0000', '\u0000'],
  ['😀', '😀'],
  ['\u{e0041}', '\u{e007f}'], // tag characters
  ['\ude00', '\ud83d'], // lone surrogates, the wrong way round
  ['你好，', '。好'],
  ['\u001b[32m', '\u001b[0m'], // coloured by a terminal
  [String.raw`\n`, String.raw`\n`], // escaped in JSON
  [String.raw`\u0022`, String.raw`\u0022`],
  ['`', '`'],
  ['```\n', '\n```'],
  ['("', '")'],
  ['<b>', '</b>'],
  ['key%3D', '&'], // in a query
  ['- ', ' '],
  ['+', '\n'], // in a diff
  ['user:', ','],
]

/**
 * Whether any eight units of `secret`, or all of a shorter one, are in `masked`, beside the masks and beside what also
 * stands around the secret in `text`.
 */
export function isLeftOf({ text, secret }: SecretSample, masked: string): boolean {
  const left = masked.replaceAll(/\[redacted:[a-z0-9-]+\]/g, '\n')
  const around = text.replace(secret, '\n')
  const length = Math.min(8, secret.length)
  for (let start = 0; start + length <= secret.length; start++) {
    const piece = secret.slice(start, start + length)
    if (left.includes(piece) && !around.includes(piece)) return true
  }
  return false
}
