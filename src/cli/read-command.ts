/**
 * `session-streams read SESSION SEQ`: the original text around one event of a stored session.
 *
 * @module
 */
import { Command, Option } from 'commander'
import { dshStore } from '../corpus/dsh-store.ts'
import { fetchSession, memoryLimits, renderJson } from '../tools/index.ts'
import { corpusMemoryPort } from '../tools/corpus-memory-port.ts'
import { fetchRequest } from '../tools/fetch-request.ts'
import { askMemory, typedNumber } from './ask-memory.ts'
import { sessionsFolder } from './sessions-folder.ts'
import type { Terminal } from './terminal.ts'

interface Options {
  readonly before: number
  readonly after: number
  readonly maxChars: number
  readonly root?: string
  readonly json: boolean
  readonly redact: boolean
}

/** Builds the command. */
export function readCommand(terminal: Terminal): Command {
  const { neighbours, text } = memoryLimits
  const count = (name: string, says: string, value: number): Option =>
    new Option(name, says).argParser(typedNumber).default(value)
  return new Command('read')
    .description('Read the original text around one event of a stored session.')
    .argument('<session>', 'its exact id, as recall and list give it')
    .argument('<seq>', 'the place of the event in the log, as recall gives it', typedNumber)
    .addOption(count('--before <count>', `events before it, 0 to ${neighbours.max}`, neighbours.default))
    .addOption(count('--after <count>', `events after it, 0 to ${neighbours.max}`, neighbours.default))
    .addOption(count('--max-chars <count>', `most text, ${text.min} to ${text.max} UTF-16 units`, text.default))
    .option('--root <dir>', "the folder of sessions (default: the harness's own)")
    .option('--json', 'print the value of the tool fetch_session, and nothing else', false)
    .option('--no-redact', 'show secrets as they are')
    .action((session: string, seq: number, options: Options, command: Command) =>
      read(session, seq, options, command, terminal),
    )
}

async function read(
  session: string,
  seq: number,
  { before, after, maxChars, root = sessionsFolder(), json, redact }: Options,
  command: Command,
  terminal: Terminal,
): Promise<void> {
  const args = { session_id: session, seq, before, after, max_chars: maxChars }
  const value = await askMemory(
    command,
    terminal,
    () => fetchRequest(args),
    (signal) => fetchSession.run(args, { port: corpusMemoryPort(dshStore(root)), redact, signal }),
  )
  terminal.print(`${json ? renderJson(value) : fetchSession.render(value)}\n`)
}
