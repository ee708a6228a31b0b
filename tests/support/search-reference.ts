/**
 * The literal rule once more, written without a look at the other: whole arrays, one character at a time.
 *
 * @module
 */
import type { LogEvent } from '../../src/pipeline/index.ts'

const odd: Readonly<Record<string, string>> = {
  ı: 'ı',
  İ: 'İ',
  '\u1fd3': '\u0390',
  '\u1fe3': '\u03b0',
  '\ufb05': '\ufb06',
}
const one = (text: string, or: string): string => ([...text].length === 1 ? text : or)

const known = new Map<string, string>()

/** Simple case folding of one character. */
export function foldOne(character: string): string {
  let folded = known.get(character)
  if (folded === undefined) {
    folded = odd[character] ?? one(one(character.toUpperCase(), character).toLowerCase(), character)
    known.set(character, folded)
  }
  return folded
}

const ownRun = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]$/u
const inRun = (character = ' '): boolean => /^[\p{L}\p{N}\p{M}]$/u.test(character) && !ownRun.test(character)
const flat = (text: string): string[] => [...text.replaceAll(/\s+/g, ' ')]

/** Whether a text has a hit. */
export function hasHit(text: string, query: string): boolean {
  const [haystack, needle] = [flat(text.toWellFormed()), flat(query.toWellFormed().trim())]
  const [folded, wanted] = [haystack.map(foldOne), needle.map(foldOne)]
  if (!folded.join('').includes(wanted.join(''))) return false
  return folded.some((_, at) => {
    if (!wanted.every((character, index) => folded[at + index] === character)) return false
    const end = at + needle.length
    const isOpen = inRun(haystack[at]) && inRun(haystack[at - 1])
    return !isOpen && !(inRun(haystack[end - 1]) && inRun(haystack[end]))
  })
}

/** The seqs of the events with a hit, newest first. */
export const hitSeqs = (events: readonly LogEvent[], textOf: (event: LogEvent) => string, query: string): number[] =>
  events
    .filter((event) => hasHit(textOf(event), query))
    .map(({ seq }) => seq)
    .toReversed()
