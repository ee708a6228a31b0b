/**
 * `session-streams follow LOG`: what is said and done in a session, as it happens.
 *
 * @module
 */
import { Command, Option } from 'commander'
import { pipe } from '../pipeline/index.ts'
import { follow, type LogReport } from '../pipeline/readers/index.ts'
import { followLines } from './follow-lines.ts'
import { followView } from './follow-view.ts'
import { messageCount } from './message-count.ts'
import { contextViews, type ReadContextOptions } from './read-context.ts'
import type { Terminal } from './terminal.ts'
import { counted, stylesFor } from './text-style.ts'
import { visible } from './visible.ts'

interface Options {
  readonly fromStart: boolean
  readonly redact: boolean
  readonly view?: ReadContextOptions['view']
  readonly maxMessages: number
  readonly json: boolean
  readonly cold: boolean
}

/** Builds the command. */
export function followCommand(terminal: Terminal): Command {
  return new Command('follow')
    .description('Print new messages and finished tool calls of one session as they come, until Ctrl-C.')
    .argument('<log>', "a session's log file, or its folder")
    .option('--from-start', 'begin with what is in the log already', false)
    .option('--no-redact', 'show secrets in messages as they are')
    .addOption(
      new Option('--view <view>', 'show this view of the session, anew whenever the log has grown')
        .choices(contextViews)
        .conflicts(['fromStart']),
    )
    .addOption(
      new Option('--max-messages <count>', 'most messages in a view, 1 to 8').argParser(messageCount).default(4),
    )
    .option('--json', 'print each view as one line of JSON', false)
    .option('--cold', 'read all of the log for each view, and not only what is new', false)
    .action(async (path: string, { view, ...options }: Options) => {
      if (view === undefined) await followLog(path, options, terminal)
      else await followView(path, { ...options, view }, terminal)
    })
}

async function followLog(
  path: string,
  { fromStart, redact }: Pick<Options, 'fromStart' | 'redact'>,
  terminal: Terminal,
): Promise<void> {
  const signal = terminal.untilInterrupted()
  const log = follow(path, fromStart ? { fromSeq: 0 } : {})
  const damage = damageTeller(terminal)
  try {
    for await (const lines of pipe(log, followLines(stylesFor(terminal.hasColors), redact), { signal })) {
      terminal.print(lines.map((line) => `${line}\n`).join(''))
      damage(log.report)
    }
  } catch (error) {
    // The person has seen enough: that is how this command ends.
    if (!signal.aborted || error !== signal.reason) throw error
  }
  damage(log.report)
}

/** Says once more how much was skipped whenever it has become more. */
function damageTeller(terminal: Terminal): (report: LogReport) => void {
  let told = 0
  return ({ damagedRecords, firstDamage }) => {
    if (damagedRecords <= told) return
    told = damagedRecords
    const where = firstDamage && `; the first is line ${firstDamage.record}: ${firstDamage.reason}`
    terminal.complain(`session-streams: ${counted(told, 'damaged record')} skipped${visible(where ?? '')}.\n`)
  }
}
