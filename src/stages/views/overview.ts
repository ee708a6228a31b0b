/**
 * All views of one log in one pass: what was said, what was done, and the title.
 *
 * @module
 */
import { both } from '../../pipeline/both.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import type { Stage } from '../../pipeline/stage.ts'
import { latestTitle, type Title } from '../latest-title.ts'
import { activity, type ActivityOptions, type ActivityView } from './activity.ts'
import { conversation, type ConversationOptions, type ConversationView } from './conversation.ts'

/** How much is shown. */
export interface OverviewOptions extends ConversationOptions, ActivityOptions {}

/** One of the three items this view yields; together they are the overview. */
export type OverviewPart = ConversationView | ActivityView | Title

/**
 * Yields three items, when the log has ended: a conversation, an activity and a title.
 *
 * Order  conversation, activity, title, all at the end.
 * Holds  what the three hold.
 * Cost   that of the three; the log is read once.
 * Ends   may ask for records again, then yields the three.
 *
 * @example
 * const parts = await collect(pipe(memory(events), overview()))
 * const { conversation, activity, title } = Object.assign({}, ...parts)
 */
export function overview(options: OverviewOptions = {}): Stage<LogEvent, OverviewPart> {
  return both(conversation(options), both(activity(options), latestTitle(options)))
}
