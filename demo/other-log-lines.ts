/**
 * Says what else is in a folder of sessions.
 *
 * @module
 */
import { dirname, relative } from 'node:path'
import { visible } from '../src/cli/visible.ts'
import type { FoundLog, Unreadable } from './find-sessions.ts'

/** Most logs that are named; of the rest only the count is told. */
const maxNamed = 5

/** Names the log that is shown and the newest of the others. */
export function otherLogLines(folder: string, shown: FoundLog, others: readonly FoundLog[]): string[] {
  const name = ({ path }: FoundLog): string => visible(relative(folder, dirname(path)))
  const written = ({ writtenAt }: FoundLog): string =>
    `${new Date(writtenAt).toISOString().slice(0, 19).replace('T', ' ')}Z`
  const more = others.length - maxNamed
  return [
    `Shown is the newest session, ${name(shown)} (written ${written(shown)}).`,
    others.length === 0
      ? 'There is no other that can be read.'
      : `${counted(others.length, 'other session')} in this folder, newest first:`,
    ...others.slice(0, maxNamed).map((log) => `  ${written(log)}  ${name(log)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

/** Says what could not be read and why; logs with the same reason together. */
export function unreadableLines(folder: string, logs: readonly Unreadable[]): string[] {
  if (logs.length === 0) return []
  const reasons = [...new Set(logs.map(({ reason }) => reason))]
  const more = reasons.length - maxNamed
  return [
    `${counted(logs.length, 'log')} could not be read:`,
    ...reasons.slice(0, maxNamed).map((reason) => {
      const [first, ...rest] = logs.filter((log) => log.reason === reason)
      const name = relative(folder, first?.path ?? '') || 'the folder itself'
      return `  ${visible(name)}${rest.length === 0 ? '' : ` and ${rest.length} more`}: ${visible(reason)}.`
    }),
    ...(more > 0 ? [`  and some for ${counted(more, 'other reason')}`] : []),
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
