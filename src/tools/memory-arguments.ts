/**
 * Checks the arguments of the memory tools, one by one. Nothing is coerced; `null` means left out.
 *
 * @module
 */
import { isRecord } from '../pipeline/index.ts'
import { units } from '../stages/index.ts'

/** The arguments as a record with no other keys than `known`; throws in the contract's words. */
export function argumentsOf(args: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(args)) throw new Error('Expected an argument object.')
  const unknown = Reflect.ownKeys(args).find((key) => typeof key !== 'string' || !known.includes(key))
  if (unknown !== undefined) throw new Error(`Unknown parameter: ${units.utf16.cut(String(unknown), 100)}`)
  return args
}

/** Text without the blanks around it; throws when it is no text, is blank, or is too long. */
export function textArgument(value: unknown, name: string, maxLength: number): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= maxLength) return value.trim()
  throw new Error(`${name} must be text that is not empty and has at most ${maxLength} characters.`)
}

/** The same, `undefined` when it is left out. */
export function optionalText(value: unknown, name: string, maxLength: number): string | undefined {
  return isAbsent(value) ? undefined : textArgument(value, name, maxLength)
}

/** A whole number; throws when it is none, or out of bounds. */
export function countArgument(value: unknown, name: string, { min = 0, max }: Bounds): number {
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max) return value as number
  throw new Error(`${name} must be a whole number from ${min} to ${max}.`)
}

/** The same, the default when it is left out. */
export function optionalCount(value: unknown, name: string, bounds: Bounds & { readonly default: number }): number {
  return isAbsent(value) ? bounds.default : countArgument(value, name, bounds)
}

interface Bounds {
  /** @defaultValue 0 */
  readonly min?: number
  readonly max: number
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null
