/**
 * Case folding for what finds candidates: at least as coarse as Unicode's simple folding, and as fast as the platform.
 *
 * What is a hit is never decided here: see `literal-match.ts`.
 * @module
 */

/**
 * The same for any two texts that differ in case alone. Others may become the same too (`ß` and `ss`).
 *
 * Lower case first, then upper case: the other way a sigma at the end of a word would stay one.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()

let classes: ReadonlyMap<string, readonly string[]> | undefined

/** Every character that differs from this one, a single code point, in case alone; the character itself among them. */
export function caseVariants(character: string): readonly string[] {
  return (classes ??= caseClasses()).get(foldCase(character)) ?? [character]
}

/** No letter with case has a larger code point; a test goes through all of them. */
const lastCased = 0x1e9_43

/** Takes some 20 ms, once per process. */
function caseClasses(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (let point = 0; point <= lastCased; point++) {
    // Han and Hangul, most of what there is, have no case.
    if (point === 0x3400) point = 0xa000
    if (point === 0xac00) point = 0xfb00
    const character = String.fromCodePoint(point)
    const key = foldCase(character)
    const known = found.get(key)
    if (known !== undefined) known.push(character)
    else if (key !== character || character !== character.toLowerCase()) found.set(key, [character])
  }
  return completed(found)
}

/** A character that is its own key may stand before those that share it. */
function completed(found: Map<string, string[]>): ReadonlyMap<string, readonly string[]> {
  for (const [key, characters] of found) {
    if ([...key].length === 1 && !characters.includes(key)) characters.push(key)
  }
  return found
}
