/**
 * Finds secrets in text: one pass that asks a row of the table only where one of its openings stands.
 *
 * @module
 */
import { isIn, word } from './runs.ts'
import { secretTable } from './secret-table.ts'
import type { Span } from './secret-row.ts'

/** A secret in a text: UTF-16 units from `start` up to and not including `end`. */
export interface Secret extends Span {
  /** What it is, in kebab-case. */
  readonly kind: string
}

/**
 * The low five bits of a unit tell letters apart and not their case. Three units make an index of 15 bits, four one of
 * 20; what shares it with an opening by chance is refused by the row itself.
 */
const places = 1 << 15
const index = (before: number, unit: number): number => ((before << 5) | (unit & 31)) & (places - 1)
const index3 = (text: string, at: number): number =>
  index(index(text.charCodeAt(at), text.charCodeAt(at + 1)), text.charCodeAt(at + 2))
const index4 = (text: string, at: number): number => (index3(text, at) << 5) | (text.charCodeAt(at + 3) & 31)

const low5: readonly number[] = Array.from({ length: 32 }, (_, low) => low)
const none: readonly number[] = []

/** By the index of three units: whether an opening may stand there. */
const isOpening = new Uint8Array(places)
/** By the index of four units: the rows to ask. */
const rowsAt = new Map<number, readonly number[]>()
for (const [row, { openings }] of secretTable.entries()) {
  for (const opening of openings) {
    isOpening[index3(opening, 0)] = 1
    // Behind an opening of three units anything may stand.
    const places4 = opening.length > 3 ? [index4(opening, 0)] : low5.map((low) => (index3(opening, 0) << 5) | low)
    for (const place of places4) rowsAt.set(place, [...new Set([...(rowsAt.get(place) ?? []), row])])
  }
}

/** Where the next opening at or behind `from` may stand, -1 when there is none. This loop is what a text costs. */
function nextOpening(text: string, from: number): number {
  for (let at = from, last = 0; at < text.length; at++) {
    last = index(last, text.charCodeAt(at))
    if (isOpening[last] === 1 && at - from >= 2) return at - 2
  }
  return -1
}

interface Found extends Span {
  readonly row: number
}

/**
 * The secrets in `text`, in order, none touching another's units.
 *
 * Where two overlap they become one, from the first unit to the last, under the kind of the one that begins first; of
 * two that begin together the longer, and of two equal ones the row that comes first in the table. A word ends where a
 * secret begins, so that masks put in their places hide nothing that would then be found.
 *
 * Time grows with the length of the text, whatever it holds. Both ends are code-point boundaries.
 * @example
 * findSecrets('password=hunter22') // => [{ start: 9, end: 17, kind: 'password' }]
 */
export function findSecrets(text: string): readonly Secret[] {
  const found = onePass(text)
  if (found.length === 0) return []
  const secrets = merged(found)
  if (!secrets.some(({ start, end }) => isIn(text, start - 1, word) || isIn(text, end, word))) return secrets
  return merged([...found, ...onePass(hidden(text, secrets))])
}

function onePass(text: string): Found[] {
  const found: Found[] = []
  const askedUntil: number[] = []
  for (let at = nextOpening(text, 0); at >= 0; at = nextOpening(text, at + 1)) {
    for (const row of rowsAt.get(index4(text, at)) ?? none) {
      if (at < (askedUntil[row] ?? 0)) continue
      const span = secretTable[row]?.find(text, at)
      if (span === undefined) continue
      found.push({ start: span.start, end: span.end, row })
      askedUntil[row] = span.end
    }
  }
  return found
}

function merged(found: Found[]): Secret[] {
  found.sort((one, other) => one.start - other.start || other.end - one.end || one.row - other.row)
  const secrets: { start: number; end: number; kind: string }[] = []
  for (const { start, end, row } of found) {
    const last = secrets.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else secrets.push({ start, end, kind: secretTable[row]?.kind ?? 'secret' })
  }
  return secrets
}

/** The text with a mask in the place of each secret, made as long as the secret was. */
function hidden(text: string, secrets: readonly Secret[]): string {
  const parts: string[] = []
  let shown = 0
  for (const { start, end } of secrets) {
    parts.push(text.slice(shown, start), '[redacted:'.padEnd(end - start - 1).slice(0, end - start - 1), ']')
    shown = end
  }
  return [...parts, text.slice(shown)].join('')
}
