/**
 * `session-streams events LOG`: the events of one log, in log order.
 *
 * The file is read as it is, not as a harness opens it: damage is skipped and told, a turn that is open at the end
 * stays open.
 * @module
 */
import { Command, Option } from 'commander'
import { openLog } from '../pipeline/readers/index.ts'
import { eventJson, eventLine } from './event-text.ts'
import { seqNumber } from './seq-number.ts'
import { skippedText } from './skipped-text.ts'
import type { Terminal } from './terminal.ts'
import { stylesFor } from './text-style.ts'

interface Options {
  readonly type?: readonly string[]
  readonly from: number
  readonly ndjson: boolean
  readonly redact: boolean
}

/** Builds the command. */
export function eventsCommand(terminal: Terminal): Command {
  return new Command('events')
    .description('Print the events of one session as they stand in its log, one a line.')
    .argument('<log>', "a session's log file, or its folder")
    .option('--type <type...>', 'only events of these types, as in user/message')
    .addOption(new Option('--from <seq>', 'first seq to print').argParser(seqNumber).default(0))
    .option('--ndjson', 'print each event as one line of JSON, whole and with its secrets', false)
    .option('--no-redact', 'show secrets in the lines as they are')
    .action((path: string, options: Options) => printEvents(path, options, terminal))
}

/** One pass, one batch at a time: none is read before the terminal has taken the one before. */
async function printEvents(path: string, options: Options, terminal: Terminal): Promise<void> {
  const { type: types, from, ndjson, redact } = options
  const style = { styles: stylesFor(terminal.hasColors), redact }
  const log = await openLog(path)
  const wanted = types && new Set(types)
  for await (const batch of log.read(types === undefined ? {} : { reads: types })) {
    const shown = batch.filter(({ seq, type }) => seq >= from && (wanted === undefined || wanted.has(type)))
    if (shown.length === 0) continue
    terminal.print(shown.map((event) => `${ndjson ? eventJson(event) : eventLine(event, style)}\n`).join(''))
    await terminal.taken()
  }
  terminal.complain(skippedText(log.report))
}
