/**
 * How many messages a person asks for.
 *
 * @module
 */
import { InvalidArgumentError } from 'commander'

/** @throws InvalidArgumentError, which the command line words. */
export function messageCount(text: string): number {
  if (!/^[1-8]$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 8.')
  return Number(text)
}
