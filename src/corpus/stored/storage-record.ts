/**
 * One line of a log, as the events it stores.
 *
 * @see DSH `packages/core/session/src/chunk-rows.ts`: `decodeStorageRecord`
 * @module
 */
import { isRecord } from '../../pipeline/event.ts'
import { isRowTag, rowLength, unpackRow } from '../../pipeline/readers/dsh/packed-rows.ts'

/** The line is no JSON, or a packed row that is none. */
class LineFault extends Error {}

/**
 * Returns what a line stores: one value, whatever it is, or the members of a packed row.
 *
 * @throws LineFault
 */
export function storedValues(text: string): readonly unknown[] {
  const value = parsed(text)
  if (!isRecord(value) || !isRowTag(value['type'])) return [value]
  const length = rowLength(value)
  if (typeof length === 'string') throw new LineFault(length)
  return [...unpackRow(value, 0)].map(({ type, seq, time, data }) => ({ type, seq, time, data }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LineFault('a record that is not JSON')
  }
}
