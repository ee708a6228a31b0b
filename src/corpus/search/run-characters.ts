/**
 * Which characters make up a run: the words of the literal rule.
 *
 * @module
 */

/** Scripts whose every character is a run of its own: they are written without blanks between words. */
const ownRun = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`

/** Letters, digits of any kind, and the marks that belong to the letter before them. */
const wordy = String.raw`\p{L}\p{N}\p{M}`

/** As the source of a regular expression with the flag `u`: one character that continues a run of others like it. */
export const continuing: string = `(?![${ownRun}])[${wordy}]`

const continuingOnly = new RegExp(`^${continuing}$`, 'u')
const ownRunEach = new RegExp(`(?=[${wordy}])[${ownRun}]`, 'gu')
const noRuns = new RegExp(String.raw`[^${wordy}\0-\x7f]+`, 'gu')
const ascii = /^[\0-\x7f]*$/

/** Whether a character, one code point, continues a run. */
export const isContinuing = (character: string): boolean => continuingOnly.test(character)

/**
 * The runs of a text, for an index whose tokenizer cuts at every ASCII character but letters and digits, and at no
 * other: a character that is a run of its own stands between blanks, any other one outside of runs becomes a blank.
 */
export function spaced(text: string): string {
  return ascii.test(text) ? text : text.replace(ownRunEach, ' $& ').replace(noRuns, ' ')
}
