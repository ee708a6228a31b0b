/**
 * The context of a log of your own, as the terminal door prints it, and what each stage did for it.
 *
 * @module
 */
import { contextText } from '../src/cli/context-text.ts'
import type { Terminal } from '../src/cli/terminal.ts'
import { visible } from '../src/cli/visible.ts'
import { findSessions, type FoundSessions } from './find-sessions.ts'
import { observedRead } from './observed-read.ts'
import { otherLogLines, unreadableLines } from './other-log-lines.ts'
import { reasonOf } from './read-failure.ts'
import { stageLines } from './stage-lines.ts'

/**
 * Shows the log at `path`; in a folder of sessions, the newest that can be read.
 *
 * @returns the exit code: 0 shown, 1 nothing there can be read.
 */
export async function ownLog(path: string, terminal: Terminal): Promise<number> {
  const found = await findSessions(path)
  if (found !== undefined) return await newestOf(path, found, terminal)
  try {
    terminal.print(`${(await shown(path, terminal)).join('\n')}\n`)
    return 0
  } catch (error) {
    const reason = reasonOf(error, path)
    terminal.complain(`${visible(reason.startsWith(path) ? reason : `${path}: ${reason}`)}.\n`)
    return 1
  }
}

async function newestOf(
  folder: string,
  found: FoundSessions,
  { print, complain, ...screen }: Terminal,
): Promise<number> {
  const { logs } = found
  const unreadable = [...found.unreadable]
  if (logs.length + unreadable.length === 0) {
    complain(`${visible(folder)}: there is no session log (session.jsonl) in this folder or below it.\n`)
    return 1
  }
  for (const [index, log] of logs.entries()) {
    try {
      const lines = await shown(log.path, screen)
      lines.push('', ...otherLogLines(folder, log, logs.slice(index + 1)), ...unreadableLines(folder, unreadable))
      print(`${lines.join('\n')}\n`)
      return 0
    } catch (error) {
      unreadable.push({ path: log.path, reason: reasonOf(error, log.path) })
    }
  }
  complain(
    `${[`${visible(folder)}: none of its logs can be read.`, ...unreadableLines(folder, unreadable)].join('\n')}\n`,
  )
  return 1
}

async function shown(path: string, { hasColors }: Pick<Terminal, 'hasColors'>): Promise<string[]> {
  const read = await observedRead(path)
  return [contextText(read.value, hasColors), 'What each stage did:', ...stageLines(read)]
}
