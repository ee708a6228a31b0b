/**
 * Holds no more of an item's text than may ever be shown, and a little beyond it.
 *
 * @module
 */
import type { Unit } from './unit.ts'

/** Text held beyond an item's own bound, so that a secret across the cut is found (D20). */
const spare = 4 * 1024

/** Makes what holds items: one that is longer than `maxSize` keeps the beginning of its text, copied. */
export function holdText<T extends object>(unit: Unit, maxSize: number): (item: T, size: number) => T {
  return (item, size) => (size <= maxSize ? item : { ...item, text: unit.cut(textOf(item), maxSize + spare) })
}

/** An item's text; items without one have size 0 and are never cut. */
export const textOf = (item: object): string => (item as { readonly text?: string }).text ?? ''
