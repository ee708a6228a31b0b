/**
 * How the harness names the folders of a store: `<root>/<project>/<session>/session.jsonl`.
 *
 * @see DSH `packages/session/session-persistence-jsonl/src/format.ts`: `encodeSegment`, `projectKey`, `sessionDir`
 * @module
 */
import { join } from 'node:path'

/** Folder of the sessions without a working directory. */
const noCwdFolder = '_no-cwd'
/** Longest readable part of a project's folder name, in UTF-16 units; what follows is cut off. */
const maxProjectLength = 251
/** Longest name of a file or folder on any system that keeps a store. */
const maxNameLength = 255

const plain = /^[A-Za-z0-9._-]$/
const separators = /^[/\\:]$/

/**
 * The folder name of a session: the id, every UTF-16 unit but letters, digits and `._-` written as `~XXXX`.
 *
 * No two ids share a name, and no name leads anywhere but into its folder.
 * @returns `undefined` for an id that no store can hold: an empty one, or one too long for a file name.
 */
export function sessionName(id: string): string | undefined {
  if (id.length === 0 || id.length > maxNameLength) return undefined
  if (id === '.' || id === '..') return id.replaceAll('.', '~002E')
  const name = units(id).map(escaped).join('')
  return name.length > maxNameLength ? undefined : name
}

/**
 * The folder name of a project: its working directory, runs of separators written as one `-`. Several may share one.
 *
 * @returns `undefined` for an empty working directory, which no store can hold.
 */
function projectName(cwd: string | undefined): string | undefined {
  if (cwd === undefined) return noCwdFolder
  if (cwd === '') return undefined
  let readable = ''
  let isInRun = false
  for (const unit of units(cwd)) {
    const isSeparator = separators.test(unit)
    if (!isSeparator) readable += escaped(unit)
    else if (!isInRun) readable += '-'
    isInRun = isSeparator
  }
  return `--${(readable.replace(/^-+/, '') || 'root').slice(0, maxProjectLength)}--`
}

/**
 * Where a session's folder stands below the root; `undefined` when no store can hold the session.
 */
export function sessionPlace(id: string, cwd: string | undefined): string | undefined {
  const [project, session] = [projectName(cwd), sessionName(id)]
  return project === undefined || session === undefined ? undefined : join(project, session)
}

const units = (text: string): string[] => Array.from({ length: text.length }, (_, index) => text.charAt(index))

const escaped = (unit: string): string =>
  plain.test(unit) ? unit : `~${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
