/**
 * What a search is told by whoever shows its hits: which text an event has, which sessions are not looked at.
 *
 * @module
 */
import type { LogEvent, SessionHeader } from '../../pipeline/event.ts'
import { messageTypes } from '../../stages/source.ts'

/** The rules of one kind of reader. */
export interface SearchRules {
  /** The text that is searched: the same that is shown of the event. */
  textOf(event: LogEvent): string
  /** Words of that text which come from no log, such as `attachment` in the place of one. */
  readonly addedWords: readonly string[]
  /** Sessions of which nothing but the header is ever read. */
  isHidden(header: SessionHeader): boolean
  /** Whether a message was put into its session as a recall of another one. */
  isRecallMessage(event: LogEvent): boolean
  /** Tools whose results are words of other sessions. */
  readonly recallTools: ReadonlySet<unknown>
}

/** Events that have text. */
const textTypes: readonly string[] = [...messageTypes, 'tool/call']

/** Events that are read: those with text, and those that say what the text is. */
export const readTypes: readonly string[] = [...textTypes, 'turn/start', 'session/end-seed']
