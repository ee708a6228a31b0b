/**
 * `session-streams event LOG SEQ`: one event of a log, whole, with its neighbours.
 *
 * @module
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { CorpusError } from '../corpus/corpus-errors.ts'
import type { LogEvent } from '../pipeline/index.ts'
import { openLog } from '../pipeline/readers/index.ts'
import { eventBlock, eventJson } from './event-text.ts'
import { seqNumber } from './seq-number.ts'
import { skippedText } from './skipped-text.ts'
import type { Terminal } from './terminal.ts'
import { stylesFor } from './text-style.ts'

/** Most events on each side, as in the harness. */
const maxNeighbours = 50

interface Options {
  readonly before: number
  readonly after: number
  readonly ndjson: boolean
  readonly redact: boolean
}

/** Builds the command. */
export function eventCommand(terminal: Terminal): Command {
  const count = (name: string, where: string): Option =>
    new Option(name, `events ${where} it, 0 to ${maxNeighbours}`).argParser(neighbours).default(0)
  return new Command('event')
    .description('Print one event of a session as it stands in its log, whole, and its neighbours.')
    .argument('<log>', "a session's log file, or its folder")
    .argument('<seq>', 'the place of the event in the log', seqNumber)
    .addOption(count('--before <count>', 'before'))
    .addOption(count('--after <count>', 'after'))
    .option('--ndjson', 'print each event as one line of JSON, with its secrets', false)
    .option('--no-redact', 'show secrets as they are')
    .action((path: string, seq: number, options: Options) => printEvent(path, seq, options, terminal))
}

async function printEvent(path: string, seq: number, options: Options, terminal: Terminal): Promise<void> {
  const { before, after, ndjson, redact } = options
  const log = await openLog(path)
  const events = await around(log.read({}), seq - before, seq + after)
  terminal.complain(skippedText(log.report))
  if (!events.some((event) => event.seq === seq)) {
    throw new CorpusError('SESSION_QUERY_EVENT_NOT_FOUND', `${path}: no event with seq ${seq} that can be read`)
  }
  const style = { styles: stylesFor(terminal.hasColors), redact }
  const lines = events.map((event) => (ndjson ? `${eventJson(event)}\n` : eventBlock(event, event.seq === seq, style)))
  terminal.print(lines.join(''))
}

/** Reads no further than it has to: events stand in the order of their seqs. */
async function around(batches: AsyncIterable<readonly LogEvent[]>, from: number, to: number): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for await (const batch of batches) {
    for (const event of batch) if (event.seq >= from && event.seq <= to) events.push(event)
    if ((batch.at(-1)?.seq ?? 0) >= to) break
  }
  return events
}

function neighbours(text: string): number {
  const count = seqNumber(text)
  if (count <= maxNeighbours) return count
  throw new InvalidArgumentError(`It must be at most ${maxNeighbours}.`)
}
