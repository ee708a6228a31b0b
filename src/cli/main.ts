/**
 * The command line: what there is to say, and which exit code says how it went.
 *
 * @module
 */
import { Command, CommanderError } from 'commander'
import { CorpusError } from '../corpus/corpus-errors.ts'
import { SearchError } from '../corpus/search/search-error.ts'
import { LogError, StageError } from '../pipeline/index.ts'
import { contextCommand } from './context-command.ts'
import { eventCommand } from './event-command.ts'
import { eventsCommand } from './events-command.ts'
import { followCommand } from './follow-command.ts'
import { listCommand } from './list-command.ts'
import { readCommand } from './read-command.ts'
import { recallCommand } from './recall-command.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'
import { visible } from './visible.ts'

/** Exit codes. */
const exit = { done: 0, unreadable: 1, usage: 2 } as const

/**
 * Runs one command line.
 *
 * @param args - without the program's own name.
 * @returns the exit code: 0 done, 1 the log cannot be read, 2 usage.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...args], { from: 'user' })
    return exit.done
  } catch (error) {
    // What commander has to say it has said by now; help and version are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage
    const cause = error instanceof StageError ? error.cause : error
    if (!(cause instanceof LogError || cause instanceof CorpusError || cause instanceof SearchError)) throw error
    terminal.complain(`session-streams: ${visible(cause.message)}.\n`)
    return exit.unreadable
  }
}

function program(terminal: Terminal): Command {
  const shared = (command: Command): Command =>
    command
      .configureOutput({ writeOut: terminal.print, writeErr: terminal.complain })
      .showHelpAfterError('Try --help.')
      .exitOverride()
      .version(version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'print this help')
  const root = shared(new Command('session-streams'))
    .description('Read agent session logs: bounded, safe, exact.')
    .helpCommand(false)
  root.addCommand(shared(contextCommand(terminal)))
  root.addCommand(shared(followCommand(terminal)))
  root.addCommand(shared(listCommand(terminal)))
  root.addCommand(shared(eventsCommand(terminal)))
  root.addCommand(shared(eventCommand(terminal)))
  root.addCommand(shared(recallCommand(terminal)))
  root.addCommand(shared(readCommand(terminal)))
  return root
}
