/**
 * Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `--token …`, `密码：…`.
 *
 * @module
 */
import type { SecretRow, Span } from './secret-row.ts'
import { elementText, isPlaceholder, looksRandom, valueAt, type Value } from './values.ts'

/** How a value is written down and tied to its name. */
interface Written extends Value {
  /** `NAME=value`, without a blank on either side. */
  readonly isTight: boolean
}

const ending = String.raw`(?:[_-]?(?:access|key|base|value|secret|token|prod(?:uction)?|staging|dev|test|default|v?[0-9]{1,3})){0,3}`
const closing = String.raw`(?:\\{0,3}["'\x60]\]?)?`
const typed = String.raw`:[ \t]{0,2}(?:Optional\[)?(?:str|String|string|SecretStr)\]?(?: \| (?:null|undefined|None))?[ \t]{0,2}=(?=[ \t]{0,2}["'])`
const separators = String.raw`${typed}|=>(?=[ \t]{0,2}["'])|:=|={1,3}|[:\uff1a](?![:=])|is:?(?=[ \t])`
/** The separator and the blanks around it; `b` of a byte string belongs to it. */
const separator = new RegExp(String.raw`${closing}([ \t]{0,4})(${separators})([ \t]{0,4})(?:[rbu](?=["']))?`, 'iy')
const flag = /[ \t]{1,2}(?![-=:])/y
const flagBefore = /(?:^|[\s"'`(])--?[a-z0-9-]{0,32}$/i
const element = /[ \t]{0,2}>/y

/** The value that belongs to the name in `[from, to)`. */
function writtenAt(text: string, from: number, to: number): Written | undefined {
  separator.lastIndex = to
  const tied = separator.exec(text)
  if (tied !== null) {
    const isTight = tied[0] === '='
    // `is` ties a value to a name only as a word of its own.
    return tied[2] === 'is' && tied[1] === '' ? undefined : { ...valueAt(text, separator.lastIndex), isTight }
  }
  element.lastIndex = to
  if (element.test(text)) return { ...elementText(text, element.lastIndex), isTight: false }
  flag.lastIndex = to
  const isFlag = flag.test(text) && flagBefore.test(text.slice(Math.max(0, from - 36), from))
  return isFlag ? { ...valueAt(text, flag.lastIndex), isTight: false } : undefined
}

/** A row for values behind a name. */
function assignment(
  kind: string,
  source: string,
  openings: readonly string[],
  name: string,
  accepts: (value: string, written: Written, text: string, nameAt: number) => boolean,
): SecretRow {
  const pattern = new RegExp(name, 'iy')
  const find = (text: string, at: number): Span | undefined => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return undefined
    const written = writtenAt(text, at, pattern.lastIndex)
    if (written === undefined || written.end === written.start) return undefined
    // A long value is judged by its beginning.
    const value = text.slice(written.start, Math.min(written.end, written.start + 128))
    if (isPlaceholder(value) || !accepts(value, written, text, at)) return undefined
    return { start: written.start, end: written.end }
  }
  return { kind, source, openings, find }
}

/** Words that stand where a secret would: of a schema, of a form, or the name itself. */
const plainWord =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|keys?|api[_-]?key|string|str|text|hidden|number|int|bool(?:ean)?|bytes|char|varchar|any|object|unknown|never|void|null|none|nil|undefined|true|false|yes|no|required|optional|missing|invalid|empty|default|example|prompt|inherit|admin@[\w.]+)$/i
/** Types and algorithms that have digits in their names. */
const namedWithDigits =
  /^(?:big|u?int|float|uint|base|utf|ascii|str|sha|md|hs|rs|es|ps|aes|rsa|ed|x|oauth|ipv|http|v)-?[0-9]{1,4}[\w-]{0,16}$/i
const names = /(?:pass|pwd|secret|token|key|cred|auth|config|env|param|arg|field|value)/i
const identifier = /^[A-Za-z_$][\w$]{0,39}(?:\??\.[A-Za-z_$][\w$]{0,19}){0,8}$/
const address = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\.{0,2}\/|~\/|[A-Za-z]:[\\/])|^0x[0-9a-fA-F]{40}$/
const code = new Set(['(', '[', '{', '<'])

/** Whether an unquoted value is code that computes one: a call, a member, or a variable named like what it holds. */
function isCode(value: string, { end, isQuoted, isTight }: Written, text: string, nameAt: number): boolean {
  if (isQuoted) return false
  if (code.has(text[end] ?? '')) return true
  const isSetting = isTight && /[A-Z]/.test(text[nameAt] ?? '')
  return !isSetting && identifier.test(value) && (value.includes('.') || names.test(value))
}

const isWords = (value: string): boolean => plainWord.test(value) || namedWithDigits.test(value)
const isDotted = (value: string): boolean => value.includes('.') && identifier.test(value)

/** A password may be anything that is not plainly something else. */
function isPassword(value: string, written: Written, text: string, nameAt: number): boolean {
  if (isWords(value) || address.test(value) || isCode(value, written, text, nameAt)) return false
  if (written.isQuoted) return value.length >= 4 && /[A-Za-z0-9]/.test(value) && !isDotted(value)
  if (value.length < 6) return false
  if (/[0-9]/.test(value)) return /[A-Za-z]/.test(value) || /^[0-9]{6,32}$/.test(value)
  if (/[!@#$%^*~]/.test(value)) return /[A-Za-z]{2}/.test(value)
  const next = text[written.end] ?? '\n'
  return written.isTight && /[\s;&"'`\\]/.test(next) && /^[A-Za-z_-]{6,64}$/.test(value) && !names.test(value)
}

/** A token is drawn, not chosen. */
function isDrawn(value: string, written: Written, text: string, nameAt: number): boolean {
  if (value.length < 8 || isWords(value) || address.test(value) || isCode(value, written, text, nameAt)) return false
  return looksRandom(value) && !isDotted(value)
}

const shapes = 'https://cwe.mitre.org/data/definitions/798.html'
const awsName = String.raw`(?:secret[_-]?access[_-]?key|(?<=aws[_-]?)secret(?:[_-]?key)?)`

/** One row per family of names. */
export const assignments: readonly SecretRow[] = [
  assignment(
    'aws-secret-key',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
    ['secret'],
    awsName,
    (value, { start, end }) => end - start === 40 && /^[A-Za-z0-9+/]{40}$/.test(value),
  ),
  assignment(
    'password',
    shapes,
    ['passw', 'passp', 'passc', 'pwd'],
    String.raw`(?:passw(?:or)?d|passphrase|passcode|pwd)${ending}`,
    isPassword,
  ),
  assignment('password', shapes, ['pass'], String.raw`(?<=[_-]|["']|^)pass(?![a-z])${ending}`, isPassword),
  assignment(
    'password',
    shapes,
    ['密码', '口令'].flatMap((word) => [...'是为:：='].map((tie) => word + tie)),
    '(?:密码|口令)(?=[是为:：=])',
    isPassword,
  ),
  assignment('secret', shapes, ['secret'], String.raw`secret${ending}`, isDrawn),
  assignment('token', shapes, ['token'], String.raw`token${ending}`, isDrawn),
  assignment('token', shapes, ['auth'], String.raw`(?<=_)auth(?:token)?(?![a-z])`, isDrawn),
  assignment(
    'key',
    shapes,
    ['key'],
    String.raw`(?<=(?:api|access|private|auth|encryption|signing|master|account|service|deploy|subscription|license)[_ -]?)key${ending}`,
    isDrawn,
  ),
]
