/**
 * Tests that need a harness set which is installed apart from this package. The environment says where it is; without
 * it, or without a build to test, they say so and do not run.
 *
 * @module
 */
import { test } from 'vitest'
import { buildFault } from './packed.ts'

type SetName = 'rc6' | 'cli'

const variables: Readonly<Record<SetName, string>> = { rc6: 'SESSION_STREAMS_RC6_SET', cli: 'SESSION_STREAMS_CLI_SET' }

/** The folder in which `npm ci` was run for a set of `tests/harness-sets/`; empty when nobody says where. */
export const setFolder = (set: SetName): string => process.env[variables[set]] ?? ''

/** Why tests over the packed package, and over a set if they need one, cannot run; `undefined` when they can. */
export function whyNot(set?: SetName): string | undefined {
  if (set !== undefined && setFolder(set) === '') {
    return `${variables[set]} is unset; it names a copy of tests/harness-sets/${set} after npm ci`
  }
  const fault = buildFault()
  // Whoever names a set means it: then a missing build is a failure.
  if (fault !== undefined && setFolder('rc6') + setFolder('cli') !== '') throw new Error(fault)
  return fault
}

const told = new Set<string>()

/** A test; where there is a reason it is skipped, and says so in its title and once on the console. */
export function testUnless(reason: string | undefined, title: string, run: () => Promise<void> | void): void {
  if (reason === undefined) {
    test(title, { timeout: 180_000 }, run)
    return
  }
  test.skip(`${title} (not run: ${reason})`, run)
  if (!told.has(reason)) console.warn(`Not run: ${reason}.`)
  told.add(reason)
}
