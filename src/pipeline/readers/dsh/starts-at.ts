/**
 * Compares bytes at a place with what is expected there.
 *
 * @module
 */

/** Whether `expected` stands at offset `at`; never at a negative one. A loop: for a few bytes a call costs more. */
export function startsAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  if (at < 0) return false
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}
