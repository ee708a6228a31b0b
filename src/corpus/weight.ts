/**
 * Estimates how much memory plain data takes.
 *
 * @module
 */

/** Bytes of an object's or list's own, beside what it holds. */
const ownBytes = 32

/** Bytes of a value, as far as they can be told: typed arrays and strings exactly, the rest about. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2 + ownBytes
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return value.byteLength + ownBytes
  const parts: Iterable<unknown> =
    value instanceof Map ? [...value].flat() : Array.isArray(value) ? (value as unknown[]) : Object.values(value)
  let total = ownBytes
  for (const part of parts) total += weightOf(part)
  return total
}
