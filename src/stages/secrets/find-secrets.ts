/**
 * Finds secrets in text: one pass that asks a row of the table only where one of its openings stands.
 *
 * @module
 */
import { secretTable } from './secret-table.ts'
import type { Span } from './secret-row.ts'

/** A secret in a text: UTF-16 units from `start` up to and not including `end`. */
export interface Secret extends Span {
  /** What it is, in kebab-case. */
  readonly kind: string
}

/**
 * The low five bits of a unit tell letters apart and not their case. Three units make an index of 15 bits; what
 * shares it with an opening by chance is refused by the row itself.
 */
const places = 1 << 15
const index = (before: number, unit: number): number => ((before << 5) | (unit & 31)) & (places - 1)
const openingIndex = (opening: string): number =>
  [0, 1, 2].reduce((before, at) => index(before, opening.charCodeAt(at)), 0)

/** A row that an index asks, when the low bits of the unit behind the three fit as well; -1 fits all. */
interface Asked {
  readonly row: number
  readonly next: number
}

/** Which rows an index asks; group 0 is none. */
const groupAt = new Uint16Array(places)
const groups: Asked[][] = [[]]
secretTable.forEach(({ openings }, row) => {
  const seen = new Set<string>()
  for (const opening of openings) {
    const place = openingIndex(opening)
    const next = opening.length > 3 ? opening.charCodeAt(3) & 31 : -1
    groupAt[place] ||= groups.push([]) - 1
    if (!seen.has(`${place} ${next}`)) groups[groupAt[place] ?? 0]?.push({ row, next })
    seen.add(`${place} ${next}`)
  }
})

interface Found extends Span {
  readonly row: number
}

/**
 * The secrets in `text`, in order, none touching another's units.
 *
 * Where two overlap they become one, from the first unit to the last, under the kind of the one that begins first; of
 * two that begin together the longer, and of two equal ones the row that comes first in the table.
 *
 * Time grows with the length of the text, whatever it holds. Both ends are code-point boundaries.
 * @example
 * findSecrets('key AKIA…') // => [{ start: 4, end: 24, kind: 'aws-access-key-id' }]
 */
export function findSecrets(text: string): readonly Secret[] {
  const found: Found[] = []
  const askedUntil: number[] = []
  for (let at = 0, lastThree = 0; at < text.length; at++) {
    lastThree = index(lastThree, text.charCodeAt(at))
    const group = groupAt[lastThree]
    if (group === undefined || group === 0) continue
    const opening = at - 2
    for (const { row, next } of groups[group] ?? []) {
      if (next >= 0 && (text.charCodeAt(at + 1) & 31) !== next) continue
      if (opening < (askedUntil[row] ?? 0)) continue
      const span = secretTable[row]?.find(text, opening)
      if (span === undefined) continue
      found.push({ start: span.start, end: span.end, row })
      askedUntil[row] = span.end
    }
  }
  return found.length === 0 ? [] : merged(found)
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
