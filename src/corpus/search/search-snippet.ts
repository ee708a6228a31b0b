/**
 * A piece of a text around a hit.
 *
 * @module
 */
import type { Hit } from './literal-match.ts'

/** Most UTF-16 units of a snippet, the marks at its edges included. */
const maxLength = 240

/** Of these, how many stand before the hit when there are as many. */
const before = 80

/** Units looked at on each side: white space, which becomes one blank, may take most of them. */
const reach = 1024

/**
 * The text around the hit on one line. An edge at which it was cut out of a longer text is marked by `…`.
 *
 * Never splits a surrogate pair. A hit longer than a snippet is shown from its beginning.
 */
export function searchSnippet(text: string, { start }: Hit): string {
  const left = flat(text.slice(Math.max(0, start - reach), start)).trimStart()
  const right = flat(text.slice(start, start + reach)).trimEnd()
  const isWhole = start <= reach && text.length - start <= reach
  if (isWhole && left.length + right.length <= maxLength) return left + right
  const room = maxLength - 2
  const lead = Math.min(left.length, Math.max(before, room - right.length))
  const head = boundary(left, left.length - lead)
  const tail = boundary(right, Math.min(right.length, room - (left.length - head)))
  const isHead = head === 0 && start <= reach
  const isTail = tail === right.length && text.length - start <= reach
  return `${isHead ? '' : '…'}${left.slice(head)}${right.slice(0, tail)}${isTail ? '' : '…'}`
}

const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** The offset, or the one behind it when it stands inside a surrogate pair at the beginning of a piece. */
function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const isInside = unit >= 0xdc00 && unit <= 0xdfff && at > 0 && text.charCodeAt(at - 1) >> 10 === 0x36
  return isInside ? at - 1 : at
}
