/**
 * Where a person's caches are.
 *
 * @module
 */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** `$XDG_CACHE_HOME`, or `~/.cache` when that is unset or no absolute path. */
export function cachesFolder(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  const named = env['XDG_CACHE_HOME'] ?? ''
  return isAbsolute(named) ? named : join(home, '.cache')
}
