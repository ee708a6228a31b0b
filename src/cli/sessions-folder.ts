/**
 * Where the harness keeps its sessions unless it is told otherwise.
 *
 * @see DSH `packages/core/home-paths/src/index.ts`: `resolveDshHome`
 * @module
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** `$DSH_HOME/sessions`, a leading `~` being the person's home; `~/.dsh/sessions` when that is unset or blank. */
export function sessionsFolder(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  const named = env['DSH_HOME'] ?? ''
  if (named.trim() === '') return join(home, '.dsh', 'sessions')
  return resolve(/^~(?:$|[/\\])/.test(named) ? join(home, named.slice(1)) : named, 'sessions')
}
