/**
 * Freezes what a stage is fed, so a stage that writes to its input throws.
 *
 * @module
 */

/** `value` with everything below it frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
