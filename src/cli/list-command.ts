/**
 * `session-streams list [ROOT]`: which sessions there are.
 *
 * @module
 */
import { Command } from 'commander'
import { dshStore } from '../corpus/dsh-store.ts'
import type { StoreListing } from '../corpus/log-store.ts'
import { LogError } from '../pipeline/index.ts'
import { renderJson } from '../tools/index.ts'
import { listText, unreadableText } from './list-text.ts'
import { progress } from './progress.ts'
import { readTitles, type Titles } from './read-titles.ts'
import { sessionList } from './session-list.ts'
import { sessionsFolder } from './sessions-folder.ts'
import type { Terminal } from './terminal.ts'

interface Options {
  readonly cwd?: string
  readonly json: boolean
}

/** Builds the command. */
export function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the sessions of a store, newest first, and count those that cannot be read.')
    .argument('[root]', "the folder of sessions (default: the harness's own)")
    .option('--cwd <dir>', 'only sessions recorded in exactly this working directory')
    .option('--json', 'print one JSON value, and nothing else', false)
    .action((root: string | undefined, options: Options) => listSessions(root, options, terminal))
}

async function listSessions(named: string | undefined, { cwd, json }: Options, terminal: Terminal): Promise<void> {
  const root = named ?? sessionsFolder()
  const listing = await (named === undefined ? listOwn(root) : dshStore(root).list())
  const chosen = listing.sessions.filter(({ header }) => cwd === undefined || header.cwd === cwd)
  const titles = await withProgress(chosen.length, terminal, (step) => readTitles(chosen, step))
  const list = sessionList(root, titles.sessions, [...listing.unreadable, ...titles.unreadable])
  if (!json) terminal.complain(unreadableText(list))
  terminal.print(json ? `${renderJson(list)}\n` : listText(list, terminal.hasColors))
}

async function listOwn(root: string): Promise<StoreListing> {
  try {
    return await dshStore(root).list()
  } catch (error) {
    if (!(error instanceof LogError) || error.code !== 'LOG_NOT_FOUND') throw error
    const message = `${root}: no sessions of a harness here: name a folder of sessions, or set DSH_HOME`
    throw new LogError('LOG_NOT_FOUND', message, { cause: error })
  }
}

async function withProgress(
  total: number,
  terminal: Terminal,
  read: (step: () => void) => Promise<Titles>,
): Promise<Titles> {
  const told = progress('titles read', total, process.stderr.isTTY ? terminal.complain : undefined)
  try {
    return await read(told.step)
  } finally {
    told.end()
  }
}
