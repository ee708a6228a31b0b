/**
 * Numbers of events as they are typed.
 *
 * @module
 */
import { InvalidArgumentError } from 'commander'

/** A seq, or a count of events. @throws InvalidArgumentError, which commander words. */
export function seqNumber(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('It must be a whole number, 0 or more.')
}
