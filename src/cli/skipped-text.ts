/**
 * What a read had to leave out, in words.
 *
 * @module
 */
import type { LogReport } from '../pipeline/readers/index.ts'
import { counted } from './text-style.ts'
import { visible } from './visible.ts'

/** For stderr; empty when nothing was left out. */
export function skippedText({ damagedRecords, unknownEvents, firstDamage }: LogReport): string {
  const lines: string[] = []
  const where = firstDamage && `; the first is line ${firstDamage.record}: ${firstDamage.reason}`
  if (damagedRecords > 0) lines.push(`${counted(damagedRecords, 'damaged record')} skipped${where ?? ''}`)
  if (unknownEvents > 0) lines.push(`${counted(unknownEvents, 'event')} of unknown types skipped`)
  return lines.map((line) => `session-streams: ${visible(line)}.\n`).join('')
}
