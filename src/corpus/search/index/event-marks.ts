/**
 * What the index says of an event beside its place: a number of three bits.
 *
 * @module
 */
import type { FoundSurface } from '../surface-labels.ts'

const surfaces: readonly FoundSurface[] = ['current', 'shadowed', 'log-only']
const recalledBit = 4

export const marksOf = (surface: FoundSurface, recalled: boolean): number =>
  Math.max(0, surfaces.indexOf(surface)) + (recalled ? recalledBit : 0)
export const surfaceIn = (marks: number): FoundSurface => surfaces[marks % recalledBit] ?? 'unknown'
export const isRecalledIn = (marks: number): boolean => marks >= recalledBit

/** Takes an event off the surface, as SQL: `log-only` cannot come here, because it never was on it. */
export const shadowSql: string = `UPDATE events SET marks = (marks & ${recalledBit}) | 1 WHERE id = ?`
