/**
 * How a value is tied to its name: assigned, as a pair of JSON or YAML, as an option of a command, as an element, in words.
 *
 * @module
 */
import { elementText, valueAt, type Value } from './values.ts'

/** A value and how it is tied to its name. */
export interface Written extends Value {
  /** Nothing but a value can stand there: `name=value` without a blank, or `NAME: value` alone on its line. */
  readonly isTight: boolean
  /** That in capitals, or `name: value` alone on its line: a setting and no code. */
  readonly isSetting: boolean
}

const closing = String.raw`(?:\\{0,3}["'\x60]\]?)?`
const typed = String.raw`:[ \t]{0,2}(?:Optional\[)?(?:str|String|string|SecretStr)\]?(?: \| (?:null|undefined|None))?[ \t]{0,2}=(?=[ \t]{0,2}["'])`
const separators = String.raw`[ \t]{0,4}(?:${typed}|=>(?=[ \t]{0,2}["'])|:=|={1,3}|[:\uff1a](?![:=]))|[ \t]{1,4}is:?(?=[ \t])|[是为][:\uff1a]?`
/** The separator and the blanks around it; the `b` of a byte string belongs to it. */
const separator = new RegExp(String.raw`${closing}(?:${separators})[ \t]{0,4}(?:[rbu](?=["']))?`, 'iy')
const flag = /[ \t]{1,2}(?![-=:])/y
const flagBefore = /(?:^|[\s"'`(])--?[a-z0-9-]{0,32}$/i
const element = /[ \t]{0,2}>/y
const tagBefore = /<(?:[a-z][\w.:-]{0,32})?$/i
const loose = { isTight: false, isSetting: false }

/** The value that belongs to the name in `[from, to)`, whole or as far as it is looked at. */
export function writtenAt(text: string, from: number, to: number, isWhole: boolean): Written | undefined {
  separator.lastIndex = to
  if (separator.test(text)) {
    const start = separator.lastIndex
    const value = valueAt(text, start, isWhole)
    const isAssigned = start === to + 1 && text[to] === '='
    const isAlone = text[to] === ':' && /^[\r\n]?$/.test(text[value.end] ?? '')
    return {
      ...value,
      isTight: isAssigned || (isAlone && !/[a-z]/.test(text.slice(from, to))),
      isSetting: isAlone || (isAssigned && /[A-Z]/.test(text[from] ?? '')),
    }
  }
  element.lastIndex = to
  const before = text.slice(Math.max(0, from - 36), from)
  if (element.test(text) && tagBefore.test(before)) return { ...elementText(text, element.lastIndex), ...loose }
  flag.lastIndex = to
  return flag.test(text) && flagBefore.test(before)
    ? { ...valueAt(text, flag.lastIndex, isWhole), ...loose }
    : undefined
}
