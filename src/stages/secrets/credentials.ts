/**
 * Credentials that a protocol writes in a place of its own: headers, addresses, signed tokens.
 *
 * @module
 */
import { beginsHyphenWord, dotted, endOfRun, token68, word } from './runs.ts'
import type { SecretRow, Span } from './secret-row.ts'
import { isPlaceholder, looksRandom } from './values.ts'

const jwt: SecretRow = {
  kind: 'jwt',
  source: 'RFC 7519; RFC 7515 section 3',
  openings: ['eyJ'],
  find(text, at) {
    if (!text.startsWith('eyJ', at) || !beginsHyphenWord(text, at)) return undefined
    const headerEnd = endOfRun(text, at, word)
    if (headerEnd - at < 12 || text[headerEnd] !== '.') return undefined
    const payloadEnd = endOfRun(text, headerEnd + 1, word)
    const isSigned = text[payloadEnd] === '.' || text.startsWith('eyJ', headerEnd + 1)
    return isSigned && payloadEnd - headerEnd > 10 ? { start: at, end: endOfRun(text, payloadEnd, dotted) } : undefined
  },
}

const bearer = /bearer(?:[ \t]{1,4}|%20|:[ \t]{0,2})\\{0,3}["']?/iy

const bearerToken: SecretRow = {
  kind: 'bearer-token',
  source: 'RFC 6750 section 2.1',
  openings: ['bearer'],
  find: (text, at) => after(bearer, text, at, looksIssued),
}

const basic = /(?:basic[ \t]{1,4}|"auth\\{0,3}":[ \t]{0,4}\\{0,3}")/iy

const basicCredentials: SecretRow = {
  kind: 'basic-auth',
  source: 'RFC 7617 section 2',
  openings: ['basic', '"auth'],
  find: (text, at) => after(basic, text, at, holdsUserAndPassword),
}

const header =
  /authorization(?:\\{0,3}["'`]\]?)?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'`]?(?:(?:bearer|basic|token|bot|api-?key|key)[ \t]{1,4})?/iy

const authorization: SecretRow = {
  kind: 'authorization',
  source: 'RFC 9110 section 11.6.2',
  openings: ['authorization'],
  find: (text, at) => after(header, text, at, looksIssued),
}

/** How much of a credential is looked at before it counts as one: whole groups of base64. */
const looked = 64

/** The run of `token68` behind `before`, when its beginning is accepted. */
function after(before: RegExp, text: string, at: number, accepts: (value: string) => boolean): Span | undefined {
  before.lastIndex = at
  if (!before.test(text)) return undefined
  const start = before.lastIndex
  const end = endOfRun(text, start, token68, start + looked)
  const value = text.slice(start, end)
  return accepts(value) && !isPlaceholder(value) ? { start, end: endOfRun(text, end, token68) } : undefined
}

const looksIssued = (value: string): boolean => value.length >= 8 && looksRandom(value)

/** Whether base64 of a name, a colon and a password is what `value` begins with. */
function holdsUserAndPassword(value: string): boolean {
  const base64 = /^[A-Za-z0-9+/]{8,64}(?=={0,2}$)/.exec(value)?.[0]
  if (base64 === undefined || base64.length % 4 === 1) return false
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return /^[^\u0000-\u001f]{0,64}:[^\u0000-\u001f]{1,64}$/.test(atob(base64))
}

/** What a mask stands for is found already, and what surrounds it is no password of its own. */
const holdsMask = (value: string): boolean => value.includes('[redacted:')

const userInfo = /:\/\/[^\s/:@"'`<>[\]\\]{0,128}:([^\s/"'`<>\\\u0080-\uffff]{1,256})@/y
const userAlone = /:\/\/([A-Za-z0-9_-]{20,256})@/y
/** A port, and an address further on. */
const port = /^[0-9]{1,5}[?#,]/

const urlPassword: SecretRow = {
  kind: 'url-password',
  source: 'RFC 3986 section 3.2.1',
  openings: ['://'],
  find(text, at) {
    userInfo.lastIndex = at
    const password = userInfo.exec(text)?.[1]
    if (password !== undefined) {
      const end = userInfo.lastIndex - 1
      return port.test(password) || isPlaceholder(password) || holdsMask(password)
        ? undefined
        : { start: end - password.length, end }
    }
    userAlone.lastIndex = at
    const user = userAlone.exec(text)?.[1]
    return user === undefined || !looksRandom(user) ? undefined : { start: at + 3, end: at + 3 + user.length }
  },
}

const userOption = /(?:\s-u|--(?:proxy-)?user)[ \t=]{0,2}["']?[^\s:"'`$[]{1,64}:["']?([^\s"'`]{4,256})/y
const commandEnd = /[;|]|&&|(?<!\\)\n/

/** What follows `curl`: elsewhere `-u` is the number of a user and of a group. */
const userAndPassword: SecretRow = {
  kind: 'curl-user',
  source: 'https://curl.se/docs/manpage.html#-u',
  openings: [' -u', '--user', '--proxy-user'],
  find(text, at) {
    userOption.lastIndex = at
    const password = userOption.exec(text)?.[1]
    if (password === undefined || isPlaceholder(password) || holdsMask(password) || !/[^0-9]/.test(password))
      return undefined
    const before = text.slice(Math.max(0, at - 200), at)
    const since = before.lastIndexOf('curl')
    if (since < 0 || commandEnd.test(before.slice(since))) return undefined
    return { start: userOption.lastIndex - password.length, end: userOption.lastIndex }
  },
}

/** One row per place. */
export const credentials: readonly SecretRow[] = [
  jwt,
  bearerToken,
  basicCredentials,
  authorization,
  urlPassword,
  userAndPassword,
]
