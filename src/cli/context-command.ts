/**
 * `session-streams context LOG`: what a session is doing and what was said in it.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from 'commander'
import { both, collect, LogError, pipe, type LogEvent, type Stage } from '../pipeline/index.ts'
import { defaultMaxRecordBytes, openLog, retryChanged, type Damage } from '../pipeline/readers/index.ts'
import { activity, conversation, latestTitle, overview, type OverviewPart, type Title } from '../stages/index.ts'
import { peerContextValue, renderJson, type PeerContextValue } from '../tools/index.ts'
import { contextText } from './context-text.ts'
import { readTail } from './read-tail.ts'
import type { Terminal } from './terminal.ts'

const views = ['overview', 'conversation', 'activity'] as const

interface Options {
  readonly view: (typeof views)[number]
  readonly maxMessages: number
  readonly json: boolean
  readonly tail: boolean
  readonly strict: boolean
  readonly redact: boolean
  readonly maxRecordBytes: number
}

/** Builds the command. */
export function contextCommand(terminal: Terminal): Command {
  return new Command('context')
    .description('Show the newest messages and tool calls of one session, and how much is left out.')
    .argument('<log>', "a session's log file, or its folder")
    .addOption(new Option('--view <view>', 'what to show').choices(views).default('overview'))
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
      const value = await retryChanged(() => (tail ? readTail(path, options, terminal) : readContext(path, options)))
      const untitled = tail ? '(title not looked for)' : undefined
      terminal.print(json ? `${renderJson(value)}\n` : contextText(value, terminal.hasColors, untitled))
    })
}

/** Reads one log in one pass. The file is shown as it is, so nobody runs it: its status is `offline`. */
async function readContext(path: string, options: Options): Promise<PeerContextValue> {
  const { view, maxMessages, maxRecordBytes, strict, redact } = options
  const log = await openLog(path, { maxRecordBytes })
  const sha256 = (text: string): string => hash('sha256', text)
  const limits = { maxMessages, redact, fromSeq: log.header.seedLength ?? 0, sha256 }
  const stages: Record<Options['view'], Stage<LogEvent, OverviewPart>> = {
    overview: overview(limits),
    conversation: both(conversation(limits), latestTitle(limits)),
    activity: both(activity(limits), latestTitle(limits)),
  }
  const parts = await collect(pipe(log.read, stages[view]))
  const { damagedRecords, firstDamage } = log.report
  if (strict && damagedRecords > 0) throw damaged(path, damagedRecords, firstDamage)
  return peerContextValue({
    ...(Object.assign({}, ...parts) as Title),
    sessionId: log.header.id,
    runtimeStatus: 'offline',
    capturedThroughSeq: log.report.capturedThroughSeq,
    capturedAt: Date.now(),
    log: log.report,
  })
}

function messageCount(text: string): number {
  if (!/^[1-8]$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 8.')
  return Number(text)
}

function byteCount(text: string): number {
  const bytes = Number(text)
  if (!/^[1-9][0-9]*$/.test(text) || !Number.isSafeInteger(bytes)) {
    throw new InvalidArgumentError('It must be a whole number of bytes.')
  }
  return bytes
}

function damaged(path: string, count: number, first?: Damage): LogError {
  const where = first && `; the first is line ${first.record}, byte ${first.byte}: ${first.reason}`
  return new LogError('LOG_DAMAGED', `${path}: ${count} damaged record${count === 1 ? '' : 's'}${where ?? ''}`)
}
