/**
 * JSON that stays data wherever it is shown: no tag, no entity, no invisible or direction-changing character.
 *
 * @module
 */

/**
 * Written as `\u` escapes beside what `JSON.stringify` escapes itself: `<`, `>`, `&`, DEL and C1 controls, zero-width
 * and bidi characters, line and paragraph separators, invisible operators, the byte order mark, tag characters.
 */
const unsafe = /[<>&\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|\uDB40[\uDC00-\uDC7F]/g

/**
 * Renders `value` on one line.
 *
 * @returns text that `JSON.parse` turns back into the value. At most six bytes for each byte of UTF-8 in its strings.
 */
export function renderJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escaped)
}

function escaped(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index++) {
    result += `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
  return result
}
