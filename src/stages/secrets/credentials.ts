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
    const header = endOfRun(text, at, word)
    if (header - at < 12 || text[header] !== '.') return undefined
    const payload = endOfRun(text, header + 1, word)
    if (payload - header < 11 || (text[payload] !== '.' && !text.startsWith('eyJ', header + 1))) return undefined
    return { start: at, end: endOfRun(text, payload, dotted) }
  },
}

const bearer = /bearer(?:[ \t]{1,4}|%20|:[ \t]{0,2})\\{0,3}["']?/iy

const bearerToken: SecretRow = {
  kind: 'bearer-token',
  source: 'RFC 6750 section 2.1',
  openings: ['bearer'],
  find: (text, at) => after(bearer, text, at, (value) => value.length >= 8 && looksRandom(value)),
}

const basic = /(?:basic[ \t]{1,4}|"auth\\{0,3}":[ \t]{0,4}\\{0,3}")/iy

const basicCredentials: SecretRow = {
  kind: 'basic-auth',
  source: 'RFC 7617 section 2',
  openings: ['basic', '"auth'],
  find: (text, at) => after(basic, text, at, holdsUserAndPassword),
}

/** Whether base64 of a name, a colon and a password is what `value` is. */
function holdsUserAndPassword(value: string): boolean {
  if (value.length < 8 || value.length > 1024 || !/^[A-Za-z0-9+/]{8,1024}={0,2}$/.test(value)) return false
  try {
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    return /^[^\u0000-\u001f]{0,512}:[^\u0000-\u001f]{1,512}$/.test(atob(value))
  } catch {
    // Not base64: then it is no user and password either.
    return false
  }
}

const header =
  /authorization\\{0,3}["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'`]?(?:(?:bearer|basic|token|bot|api-?key|key)[ \t]{1,4})?/iy

const authorization: SecretRow = {
  kind: 'authorization',
  source: 'RFC 9110 section 11.6.2',
  openings: ['authorization'],
  find: (text, at) => after(header, text, at, (value) => value.length >= 8 && looksRandom(value)),
}

/** How much of a credential is looked at before it counts as one. */
const looked = 512

/** The run of `token68` behind `before`, when its beginning is accepted. */
function after(before: RegExp, text: string, at: number, accepts: (value: string) => boolean): Span | undefined {
  before.lastIndex = at
  if (!before.test(text)) return undefined
  const start = before.lastIndex
  const end = endOfRun(text, start, token68, start + looked)
  return accepts(text.slice(start, end)) ? { start, end: endOfRun(text, end, token68) } : undefined
}

const userInfo = /:\/\/[^\s/:@"'`<>\\]{0,128}:([^\s/"'`<>\\\u0080-\uffff]{1,256})@/y
const userAlone = /:\/\/([A-Za-z0-9_-]{20,256})@/y

const urlPassword: SecretRow = {
  kind: 'url-password',
  source: 'RFC 3986 section 3.2.1',
  openings: ['://'],
  find(text, at) {
    userInfo.lastIndex = at
    const password = userInfo.exec(text)?.[1]
    if (password !== undefined) {
      const end = userInfo.lastIndex - 1
      const isPort = /^[0-9]{1,5}[?#,]/.test(password)
      return isPort || isPlaceholder(password) ? undefined : { start: end - password.length, end }
    }
    userAlone.lastIndex = at
    const user = userAlone.exec(text)?.[1]
    return user === undefined || !looksRandom(user) ? undefined : { start: at + 3, end: userAlone.lastIndex - 1 }
  },
}

/** One row per place. */
export const credentials: readonly SecretRow[] = [jwt, bearerToken, basicCredentials, authorization, urlPassword]
