/**
 * The package.json of a folder, as far as these tests look.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Named<Value> = Readonly<Record<string, Value>>

export interface Manifest {
  readonly version: string
  readonly scripts: Named<string>
  readonly dependencies: Named<string>
  readonly devDependencies: Named<string>
  readonly peerDependencies: Named<string>
  readonly peerDependenciesMeta: Named<{ readonly optional?: boolean }>
}

/** Reads it; what is absent is empty. */
export function manifestOf(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<Manifest>
  const empty = { scripts: {}, dependencies: {}, devDependencies: {}, peerDependencies: {}, peerDependenciesMeta: {} }
  return { version: '', ...empty, ...manifest }
}
