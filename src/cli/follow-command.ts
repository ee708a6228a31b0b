/**
 * `session-streams follow LOG`: what is said and done in a session, as it happens.
 *
 * @module
 */
import { Command } from 'commander'
import { pipe } from '../pipeline/index.ts'
import { follow, type LogReport } from '../pipeline/readers/index.ts'
import { followLines } from './follow-lines.ts'
import type { Terminal } from './terminal.ts'
import { counted, stylesFor } from './text-style.ts'
import { visible } from './visible.ts'

interface Options {
  readonly fromStart: boolean
  readonly redact: boolean
}

/** Builds the command. */
export function followCommand(terminal: Terminal): Command {
  return new Command('follow')
    .description('Print new messages and finished tool calls of one session as they come, until Ctrl-C.')
    .argument('<log>', "a session's log file, or its folder")
    .option('--from-start', 'begin with what is in the log already', false)
    .option('--no-redact', 'show secrets in messages as they are')
    .action((path: string, options: Options) => followLog(path, options, terminal))
}

async function followLog(path: string, { fromStart, redact }: Options, terminal: Terminal): Promise<void> {
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
