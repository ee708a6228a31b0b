/**
 * A list of sessions as a person likes to read it.
 *
 * @module
 */
import type { ListedSession, SessionList } from './session-list.ts'
import { counted, oneLine, stylesFor, when, type Styles } from './text-style.ts'

/** Most places that are named one by one. */
const maxNamed = 5

/** One line per session and one that counts. Text of logs is shown, never obeyed. */
export function listText({ sessions, unreadable }: SessionList, hasColors: boolean): string {
  const styles = stylesFor(hasColors)
  const bad = unreadable.length === 0 ? '' : `, ${unreadable.length} unreadable`
  const lines = [
    ...sessions.map((session) => sessionLine(session, styles)),
    styles.dim(counted(sessions.length, 'session') + bad),
  ]
  return `${lines.join('\n')}\n`
}

/** The first few places that cannot be read, and why; empty when there are none. */
export function unreadableText({ unreadable }: SessionList): string {
  const lines = unreadable.slice(0, maxNamed).map(({ path, reason }) => oneLine(`${path}: ${reason}`))
  const left = unreadable.length - lines.length
  if (left > 0) lines.push(`${left} more unreadable: --json names them all`)
  return lines.map((line) => `session-streams: ${line}.\n`).join('')
}

function sessionLine(session: ListedSession, { bold, dim }: Styles): string {
  const { sessionId, title, cwd, createdAt } = session
  const place = cwd === null ? '(unset)' : oneLine(cwd)
  const said = [bold(oneLine(sessionId)), dim(when(createdAt)), place, oneLine(title ?? '(untitled)')]
  return [...said, ...markers(session).map((marker) => dim(`[${marker}]`))].join('  ')
}

function markers({ subagent, parentSession }: ListedSession): string[] {
  if (!subagent && parentSession === null) return []
  const kind = subagent ? 'subagent' : 'fork'
  return [parentSession === null ? kind : `${kind} of ${oneLine(parentSession)}`]
}
