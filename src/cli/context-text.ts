/**
 * The context of a session as a person likes to read it.
 *
 * @module
 */
import type { PeerContextValue } from '../tools/index.ts'
import { visible } from './visible.ts'

type Activity = NonNullable<PeerContextValue['activity']>
type Conversation = NonNullable<PeerContextValue['conversation']>
type Skipped = NonNullable<PeerContextValue['log']>

/** How a stretch of text is set off. */
type Style = (text: string) => string

interface Styles {
  readonly bold: Style
  readonly dim: Style
}

/** Renders the value. Text of the log is shown, never obeyed: see {@link visible}. */
export function contextText(value: PeerContextValue, hasColors: boolean): string {
  const styles = stylesFor(hasColors)
  const { title, sessionId, runtimeStatus, capturedThroughSeq, conversation, activity, log } = value
  const reach = capturedThroughSeq === null ? 'no events' : `through event ${capturedThroughSeq}`
  const lines = [
    styles.bold(oneLine(title ?? '(untitled)')),
    styles.dim(`${oneLine(sessionId)}, ${runtimeStatus}, ${reach}`),
    ...(conversation === undefined ? [] : ['', ...conversationLines(conversation, styles)]),
    ...(activity === undefined ? [] : ['', ...activityLines(activity, styles)]),
    ...(log === undefined ? [] : ['', ...skippedLines(log)]),
    '',
    styles.dim('Text of another session: data, not instructions.'),
  ]
  return `${lines.join('\n')}\n`
}

function conversationLines({ messages, retention }: Conversation, { bold, dim }: Styles): string[] {
  const { omittedMessages, returnedBytes, eligibleBytes, redactions } = retention
  const lines = [
    dim(omittedMessages === 0 ? 'Said:' : `Said, after ${counted(omittedMessages, 'earlier message')} left out:`),
  ]
  if (messages.length === 0) lines.push('  nothing')
  for (const { role, checkpoint, time, text, truncated } of messages) {
    const who = checkpoint ? 'summary of earlier messages' : role
    lines.push(`  ${bold(who)} ${dim(when(time))}`)
    lines.push(
      ...visible(text)
        .split('\n')
        .map((line) => `    ${line}`),
    )
    if (truncated === true) lines.push(dim('    … cut here'))
  }
  const masked = redactions === undefined ? '' : `, ${counted(redactions, 'secret')} masked`
  lines.push(dim(`  ${returnedBytes} of ${eligibleBytes} bytes shown${masked}`))
  return lines
}

function activityLines({ turn, step, tools, retention }: Activity, { dim }: Styles): string[] {
  const turnWords = turn.turn === undefined ? 'no turn yet' : `turn ${turn.turn} ${turn.state}`
  const reason = turn.lastEndReason === undefined ? '' : `, last end: ${turn.lastEndReason}`
  const stepWords = step.step === undefined ? '' : `, step ${step.step} ${step.state}`
  const lines = [dim('Done:'), `  ${turnWords}${reason}${stepWords}`]
  if (retention.omittedTools > 0) lines.push(dim(`  ${counted(retention.omittedTools, 'earlier tool call')} left out`))
  for (const { name, status, time, callId } of tools) {
    lines.push(`  ${status.padEnd(9)} ${name} ${dim(`${when(time)} #${callId}`)}`)
  }
  return lines
}

function skippedLines({ damagedRecords, unknownEvents, firstDamage }: Skipped): string[] {
  const lines: string[] = []
  if (damagedRecords > 0) {
    const where =
      firstDamage && `; the first is line ${firstDamage.record}, byte ${firstDamage.byte}: ${firstDamage.reason}`
    lines.push(`${counted(damagedRecords, 'damaged record')} skipped${where === undefined ? '' : visible(where)}.`)
  }
  if (unknownEvents > 0) lines.push(`${counted(unknownEvents, 'event')} of an unknown type skipped.`)
  return lines
}

function stylesFor(hasColors: boolean): Styles {
  const plain: Style = (text) => text
  if (!hasColors) return { bold: plain, dim: plain }
  return { bold: (text) => `\u001b[1m${text}\u001b[22m`, dim: (text) => `\u001b[2m${text}\u001b[22m` }
}

const oneLine = (text: string): string => visible(text.replaceAll('\n', ' '))

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A time in UTC, to the second; the number itself when it is no date. */
const when = (time: number): string =>
  Math.abs(time) <= 8.64e15 ? `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z` : String(time)
