/**
 * Looks for what stands behind a record's data and may contradict its head: without parsing it, by its brackets.
 *
 * @module
 */
import { surfaceTail } from './record-layout.ts'
import { startsAt } from './starts-at.ts'

/** What stands where something ends and something else follows; inside a text a quote comes after a backslash. */
const goesOn: Buffer = Buffer.from('},"')
const citedKey: Buffer = Buffer.from(',"sourceEventSeqs":[')
const closing = 0x7d
const closingList = 0x5d
const comma = 0x2c
const quote = 0x22
const backslash = 0x5c

/** For each byte: 1 opens, 2 closes, 3 begins a text; 0 is none of these. */
const kinds = new Uint8Array(256)
kinds[0x7b] = kinds[0x5b] = 1
kinds[0x7d] = kinds[0x5d] = 2
kinds[quote] = 3

/**
 * Whether anything stands behind the data but the place of a message: a second type or seq, an unusual place.
 *
 * @param from - offset of the first byte of the data behind its opening bracket.
 * @param end - offset behind the record, which ends as records of its type do.
 */
export function contradicts(bytes: Buffer, from: number, end: number, isMessage: boolean): boolean {
  if (!closesEarly(bytes, from, end)) return false
  if (!isMessage) return bytes.subarray(from, end).includes(goesOn) && dataEnd(bytes, from, end) < end - 1
  let at = dataEnd(bytes, from, end)
  // Nothing closes the data: what is wrong with it is its own affair.
  if (at === end) return false
  if (startsAt(bytes, at, citedKey)) {
    at += citedKey.length
    while (isDigitOrComma(bytes[at] as number)) at += 1
    if (bytes[at] !== closingList) return true
    at += 1
  }
  return at !== end - surfaceTail.length
}

/** Whether an object ends before the last ones do. If none does, nothing can stand behind `data`. */
function closesEarly(bytes: Buffer, from: number, end: number): boolean {
  let tail = end
  while (bytes[tail - 1] === closing) tail -= 1
  return bytes.indexOf(closing, from) < tail
}

/**
 * Offset behind the bracket that closes the data whose first byte, behind its own bracket, stands at `from`.
 *
 * @returns `end` when nothing closes it before that.
 */
function dataEnd(bytes: Buffer, from: number, end: number): number {
  let depth = 1
  for (let at = from; at < end; at++) {
    const kind = kinds[bytes[at] as number]
    if (kind === 0) continue
    if (kind === 3) at = textEnd(bytes, at + 1, end)
    else if (kind === 1) depth += 1
    else if ((depth -= 1) === 0) return at + 1
  }
  return end
}

/** Bytes of a text that are looked at one by one: for so few a search costs more. */
const shortText = 48

/** Offset of the quote that ends the text which begins at `from`. */
function textEnd(bytes: Buffer, from: number, end: number): number {
  let at = from
  for (const until = Math.min(end, from + shortText); at < until; at++) {
    const byte = bytes[at] as number
    if (byte === quote) return at
    if (byte === backslash) at += 1
  }
  while (at < end) {
    const found = bytes.indexOf(quote, at)
    if (found === -1 || found >= end) return end
    let slashes = found
    while (slashes > at && bytes[slashes - 1] === backslash) slashes -= 1
    if ((found - slashes) % 2 === 0) return found
    at = found + 1
  }
  return end
}

const isDigitOrComma = (byte: number): boolean => (byte >= 0x30 && byte <= 0x39) || byte === comma
