/**
 * What `follow` prints of a log: a stage from events to lines.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { both, compose, defineStage, type LogEvent, type Stage } from '../pipeline/index.ts'
import { rotatedType, type Rotation } from '../pipeline/readers/index.ts'
import {
  cutText,
  filterBlocks,
  filterSources,
  fingerprint,
  pairCalls,
  wellFormed,
  type CallPair,
  type Kept,
  type Message,
} from '../stages/index.ts'
import { messageLines } from './message-lines.ts'
import { oneLine, type Styles } from './text-style.ts'
import { toolLine } from './tool-line.ts'

/** Anything that is printed. */
type Shown = Kept<Message> | CallPair | Rotation

/** Yields lines: those of each message, and one for each tool call that has its result. */
export function followLines(styles: Styles, redact: boolean): Stage<LogEvent, string> {
  const said = compose(filterSources(), filterBlocks(), wellFormed<Message>(), cutText<Message>({ redact }))
  const done = compose(pairCalls(), fingerprint<CallPair>({ sha256: (text) => hash('sha256', text) }))
  return compose(both(both(said, done), rotations()), asLines(styles))
}

/** Passes on where a log goes on in a newer generation. */
function rotations(): Stage<LogEvent, Rotation> {
  return defineStage(
    'rotations',
    () => ({
      push(batch, out) {
        for (const { type, data } of batch) if (type === rotatedType) out.push(data as Rotation)
        return 'more'
      },
    }),
    { reads: [rotatedType] },
  )
}

function asLines(styles: Styles): Stage<Shown, string> {
  return defineStage('as-lines', () => ({
    push(batch, out) {
      for (const item of batch) for (const line of linesOf(item, styles)) out.push(line)
      return 'more'
    },
  }))
}

function linesOf(item: Shown, styles: Styles): string[] {
  if ('text' in item) return messageLines(item, styles)
  if ('callId' in item) return [toolLine(item, styles)]
  const again = item.afterSeq === null ? ', from its beginning' : ''
  return [styles.dim(`The log goes on in format v${item.version}: ${oneLine(item.file)}${again}`)]
}
