/**
 * Secrets that only their name gives away: `password=…`, `"api_key": "…"`, `--token …`, `密码：…`.
 *
 * @module
 */
import type { SecretRow, Span } from './secret-row.ts'
import { isPlaceholder, looked, looksRandom } from './values.ts'
import { writtenAt, type Written } from './written.ts'

/** What a name may go on with and still be the name of a secret. */
const ending = String.raw`(?:[_-]?(?:access|key|base|value|secret|token|prod(?:uction)?|staging|dev|test|default|v?[0-9]{1,3})){0,3}`

type Accepts = (value: string, written: Written, next: string) => boolean

/** A row for values behind a name; `next` is what follows it, two units. */
function assignment(
  kind: string,
  source: string,
  openings: readonly string[],
  name: string,
  accepts: Accepts,
): SecretRow {
  const pattern = new RegExp(name, 'iy')
  const find = (text: string, at: number): Span | undefined => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return undefined
    const nameEnd = pattern.lastIndex
    const written = writtenAt(text, at, nameEnd, false)
    if (written === undefined || written.end === written.start) return undefined
    const { start, end } = written
    const value = text.slice(start, Math.min(end, start + looked))
    if (!accepts(value, written, text.slice(end, end + 2)) || isPlaceholder(value)) return undefined
    return written.isLong ? writtenAt(text, at, nameEnd, true) : { start, end }
  }
  return { kind, source, openings, find }
}

/** Words that stand where a secret would: of a schema, of a form, or the name itself. */
const plainWord =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|keys?|api[_-]?key|string|str|text|hidden|number|int|bool(?:ean)?|bytes|char|varchar|any|object|unknown|never|void|null|none|nil|undefined|true|false|yes|no|required|optional|missing|invalid|empty|default|example|prompt|inherit)$/i
/** Types and algorithms that have digits in their names. */
const numbered =
  /^(?:(?:big)?u?int(?:8|16|32|64|128)(?:clamped)?(?:array|_t)?|float(?:32|64)(?:array)?|base(?:32|58|64)(?:url)?|utf-?(?:8|16|32)|md[45]|sha-?(?:1|3|224|256|384|512)(?:-(?:256|512))?|[hrep]s(?:256|384|512)|aes-?(?:128|192|256)(?:-?(?:gcm|cbc|ctr))?|rsa-?(?:2048|3072|4096)|(?:ed|x)25519|oauth-?[12]|ipv[46])$/i
const isWord = (value: string): boolean => plainWord.test(value) || numbered.test(value)

const address = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\.{0,2}\/|~\/|[A-Za-z]:[\\/])|^0x[0-9a-fA-F]{40}$/
const identifier = /^[A-Za-z_$][\w$]{0,39}(?:\??\.[A-Za-z_$][\w$]{0,19}){0,8}$/
const isMember = (value: string): boolean => value.includes('.') && identifier.test(value)
const names = /pass|pwd|secret|token|key|cred|auth|config|env|param|arg|field|value/i

/** Whether an unquoted value is code that computes one: a call, a member, or a variable named like what it holds. */
function isCode(value: string, { isSetting }: Written, next: string): boolean {
  if (/^[([{]|^<(?!\/)/.test(next)) return true
  return !isSetting && identifier.test(value) && (value.includes('.') || (names.test(value) && !/[0-9]{3}/.test(value)))
}

/** A password may be anything that is not plainly something else. */
function isPassword(value: string, written: Written, next: string): boolean {
  if (written.isQuoted) {
    return value.length >= 4 && /[A-Za-z0-9]/.test(value) && !isWord(value) && !isMember(value) && !address.test(value)
  }
  return (
    value.length >= 6 &&
    isChosen(value, written, next) &&
    !isCode(value, written, next) &&
    !isWord(value) &&
    !address.test(value)
  )
}

/** Letters with digits or signs among them; digits alone; letters alone where nothing but the value can end there. */
function isChosen(value: string, { isTight, isSetting }: Written, next: string): boolean {
  if (/[0-9]/.test(value)) return /[A-Za-z]/.test(value) || /^[0-9]{6,32}$/.test(value)
  if (/[!@#$%^*~]/.test(value)) return /[A-Za-z]{2}/.test(value)
  return (
    isTight && /^[A-Za-z_-]{6,64}$/.test(value) && (isSetting || (/^(?:$|[\s;&\\])/.test(next) && !names.test(value)))
  )
}

/** A token is drawn, not chosen. */
function isDrawn(value: string, written: Written, next: string): boolean {
  if (value.length < 8 || !looksRandom(value) || isMember(value) || isWord(value) || address.test(value)) return false
  return written.isQuoted || !isCode(value, written, next)
}

const hardCoded = 'https://cwe.mitre.org/data/definitions/798.html'
const awsName = String.raw`(?:secret[_-]?access[_-]?key|(?<=aws[_-]?)secret(?:[_-]?key)?)`
const keyName = String.raw`(?<=(?:api|access|private|auth|encryption|signing|master|account|service|deploy|subscription|license)[_ -]?)key`

/** Chinese ties a value to its name with a word or a colon, mostly without a blank. */
const tied = (...words: readonly string[]): string[] =>
  words.flatMap((word) => [...'是为:：='].map((tie) => word + tie))

/** One row per family of names. */
export const assignments: readonly SecretRow[] = [
  assignment(
    'aws-secret-key',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
    ['secret'],
    awsName,
    (value) => /^[A-Za-z0-9+/]{40}$/.test(value),
  ),
  assignment(
    'password',
    hardCoded,
    ['passw', 'passp', 'passc', 'pwd'],
    String.raw`(?:passw(?:or)?d|passphrase|passcode|pwd)${ending}`,
    isPassword,
  ),
  assignment('password', hardCoded, ['pass'], String.raw`(?<=[_-]|["']|^)pass(?![a-z])${ending}`, isPassword),
  assignment('password', hardCoded, tied('密码', '口令'), '(?:密码|口令)', isPassword),
  assignment('secret', hardCoded, ['secret'], `secret${ending}`, isDrawn),
  assignment('token', hardCoded, ['token'], `token${ending}`, isDrawn),
  assignment('token', hardCoded, ['auth'], '(?<=_)auth(?:token)?(?![a-z])', isDrawn),
  assignment('key', hardCoded, ['key'], `${keyName}${ending}`, isDrawn),
  assignment('key', hardCoded, tied('密钥', '令牌'), '(?:密钥|令牌)', isDrawn),
]
