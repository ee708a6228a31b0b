/**
 * Shows log text on a terminal without letting it act on the terminal.
 *
 * @module
 */

/** Control characters but tab and line feed; zero-width, bidi and tag characters; separators; the byte order mark. */
const acting =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** The text with every character that acts instead of showing written as ⟨U+202E⟩. Line feeds stay. */
export function visible(text: string): string {
  return text.replace(acting, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `⟨U+${hex}⟩`
  })
}
