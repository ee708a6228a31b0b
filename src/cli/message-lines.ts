/**
 * One message as a person likes to read it.
 *
 * @module
 */
import type { Kept, Message } from '../stages/index.ts'
import { when, type Styles } from './text-style.ts'
import { visible } from './visible.ts'

/** Who and when on one line, the text below it. Text of the log is shown, never obeyed: see {@link visible}. */
export function messageLines({ role, checkpoint, time, text, truncated }: Kept<Message>, styles: Styles): string[] {
  const { bold, dim } = styles
  const who = checkpoint ? 'summary of earlier messages' : role
  const lines = visible(text).split('\n')
  return [
    `${bold(who)} ${dim(when(time))}`,
    ...lines.map((line) => `  ${line}`),
    ...(truncated === true ? [dim('  … cut here')] : []),
  ]
}
