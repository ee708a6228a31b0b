/**
 * The package as it would be published: packed from what `npm run build` made.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url))

/** Why the build cannot stand for the sources; `undefined` when it can. */
export function buildFault(): string | undefined {
  const built = statSync(join(root, 'dist/index.d.ts'), { throwIfNoEntry: false })
  if (built === undefined) return 'dist/ is missing: npm run build'
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const isStale = sources.some((path) => statSync(join(root, 'src', path)).mtimeMs > built.mtimeMs)
  return isStale ? 'dist/ is older than src/: npm run build' : undefined
}

export interface Packed {
  readonly tarball: string
  readonly files: readonly string[]
}

interface NpmPacked {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Packs into `folder`. Runs no script: whoever tests has built before. */
export function pack(folder: string): Packed {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const said: unknown = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  // npm 11 says it in a list, npm 12 by name.
  const [packed] = Object.values(said as Readonly<Record<string, NpmPacked>>)
  if (packed === undefined) throw new Error('npm pack packed nothing')
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Unpacks the tarball into `node_modules/session-streams` of `home`, as an install would. */
export function unpack(tarball: string, home: string): string {
  const folder = join(home, 'node_modules/session-streams')
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  return folder
}
