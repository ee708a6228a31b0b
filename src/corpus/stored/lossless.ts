/**
 * Finds numbers that would not be the same after being written and read again: -0, and what is too large for a number.
 *
 * The harness refuses a log that holds one, when it is asked for the whole of it.
 * @see DSH `packages/core/session/src/json.ts`: `snapshotJsonValue`
 * @module
 */

/** Where such a number may be; what it finds may also stand in a text. */
const suspect = /[:,[]\s*(?:-0|-?\d[\d.]*[eE]\+?\d|-?\d{309})/u

/** Whether a record's JSON holds no such number. */
export function isLossless(text: string): boolean {
  if (!suspect.test(text)) return true
  let isSound = true
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value === 'number') isSound &&= Number.isFinite(value) && !Object.is(value, -0)
    return value
  })
  return isSound
}
