/**
 * Cuts a text to a budget with its secrets masked: a secret across the cut is found, and no mask is ever cut (D20).
 *
 * @module
 */
import { maskOf } from './redact.ts'
import { findSecrets, type Secret } from './secrets/find-secrets.ts'
import type { Unit } from './unit.ts'

/** The beginning of a text, as it may be shown. */
export interface MaskedCut {
  /** With masks in it; never longer than the budget. */
  readonly text: string
  /** How much of the original it stands for: also never more than the budget. */
  readonly size: number
  /** What it takes off a budget: the longer of the two. */
  readonly cost: number
  readonly redactions: number
}

/** How the beginning of a text is cut. */
export type Cut = (text: string, max: number) => MaskedCut

/** Cuts without looking for secrets. */
export const plainCut =
  (unit: Unit): Cut =>
  (text, max) => {
    const kept = unit.cut(text, max)
    const size = unit.size(kept)
    return { text: kept, size, cost: size, redactions: 0 }
  }

/**
 * Cuts and masks. Look-ahead is what the text holds beyond the cut; a secret that begins there does not matter, one
 * that reaches over it ends the text before itself.
 */
export const maskedCut =
  (unit: Unit): Cut =>
  (text, max) => {
    const secrets = findSecrets(text)
    if (secrets.length === 0) return plainCut(unit)(text, max)
    return walk(text, secrets, max, unit)
  }

function walk(text: string, secrets: readonly Secret[], max: number, unit: Unit): MaskedCut {
  const parts: string[] = []
  let size = 0
  let shown = 0
  let redactions = 0
  let at = 0
  const done = (): MaskedCut => ({ text: parts.join(''), size, cost: Math.max(size, shown), redactions })
  for (const { start, end, kind } of [...secrets, { start: text.length, end: text.length, kind: '' }]) {
    const plain = text.slice(at, start)
    const kept = unit.cut(plain, max - Math.max(size, shown))
    const keptSize = unit.size(kept)
    parts.push(kept)
    size += keptSize
    shown += keptSize
    // What was kept is a copy of the beginning: shorter means that the budget ended inside it.
    if (kept.length < plain.length || start === end) return done()
    const hidden = unit.size(text.slice(start, end))
    const mask = maskOf(kind)
    if (size + hidden > max || shown + unit.size(mask) > max) return done()
    parts.push(mask)
    size += hidden
    shown += unit.size(mask)
    redactions += 1
    at = end
  }
  return done()
}
