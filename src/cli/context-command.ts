/**
 * `session-streams context LOG`: what a session is doing and what was said in it.
 *
 * @module
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { defaultMaxRecordBytes, retryChanged } from '../pipeline/readers/index.ts'
import { renderJson } from '../tools/index.ts'
import { contextText } from './context-text.ts'
import { messageCount } from './message-count.ts'
import { contextReader, contextViews, type ReadContextOptions } from './read-context.ts'
import { readTail } from './read-tail.ts'
import type { Terminal } from './terminal.ts'

interface Options extends ReadContextOptions {
  readonly json: boolean
  readonly tail: boolean
}

/** Builds the command. */
export function contextCommand(terminal: Terminal): Command {
  return new Command('context')
    .description('Show the newest messages and tool calls of one session, and how much is left out.')
    .argument('<log>', "a session's log file, or its folder")
    .addOption(new Option('--view <view>', 'what to show').choices(contextViews).default('overview'))
    .addOption(new Option('--max-messages <count>', 'most messages, 1 to 8').argParser(messageCount).default(4))
    .addOption(
      new Option('--tail', 'read the log from its end: the newest messages alone, totals as lower bounds')
        .default(false)
        .conflicts(['view', 'strict']),
    )
    .option('--json', 'print the value of the tool get_peer_context, and nothing else', false)
    .option('--strict', 'fail when any record of the log is damaged', false)
    .option('--no-redact', 'show secrets in messages and title as they are')
    .addOption(
      new Option('--max-record-bytes <bytes>', 'skip longer records')
        .argParser(byteCount)
        .default(defaultMaxRecordBytes),
    )
    .action(async (path: string, options: Options) => {
      const { tail, json } = options
      const value = await (tail ? retryChanged(() => readTail(path, options, terminal)) : contextReader(options)(path))
      const untitled = tail ? '(title not looked for)' : undefined
      terminal.print(json ? `${renderJson(value)}\n` : contextText(value, terminal.hasColors, untitled))
    })
}

function byteCount(text: string): number {
  const bytes = Number(text)
  if (!/^[1-9][0-9]*$/.test(text) || !Number.isSafeInteger(bytes)) {
    throw new InvalidArgumentError('It must be a whole number of bytes.')
  }
  return bytes
}
