/**
 * Copies installed packages with all they depend on. Links would not do: Node resolves from where a file really is.
 *
 * @module
 */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { manifestOf } from './manifest.ts'

/** Copies the packages named in `names`, and everything they need, from one `node_modules` into another. */
export function copyPackages(from: string, to: string, names: readonly string[]): void {
  const wanted = new Set(names)
  // A set goes on to what is added to it while it is walked.
  for (const name of wanted) {
    if (!existsSync(join(from, name))) continue
    cpSync(join(from, name), join(to, name), { recursive: true })
    const { dependencies, peerDependencies } = manifestOf(join(from, name))
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) wanted.add(needed)
  }
}
