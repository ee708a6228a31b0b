/**
 * The view of what was said: the newest messages of the current surface, and how much was left out.
 *
 * @module
 */
import { compose } from '../../pipeline/compose.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import type { Stage } from '../../pipeline/stage.ts'
import { foldSurface } from '../fold-surface.ts'
import type { Message } from '../message.ts'
import type { Kept } from '../retain-window.ts'
import { surfaceNodes } from '../surface-nodes.ts'
import { keptMessages, limitsOf, saidMessages } from './conversation-parts.ts'

/** How much of a conversation is shown. */
export interface ConversationOptions {
  /** Most messages. @defaultValue 4 */
  readonly maxMessages?: number
  /** Most UTF-8 bytes of one message. @defaultValue 4096 (D10) */
  readonly maxMessageBytes?: number
  /** Most UTF-8 bytes of all messages. @defaultValue 16384 (D10) */
  readonly maxBytes?: number
  /** The events are a surface that is folded already. @defaultValue false: they are a log */
  readonly folded?: boolean
  /** Mask secrets in the messages shown. Figures count the log's own text all the same. @defaultValue true (D20) */
  readonly redact?: boolean
}

/** Messages and bytes: `eligible = returned + omitted` for both. */
export interface ConversationRetention {
  readonly eligibleMessages: number
  readonly returnedMessages: number
  readonly omittedMessages: number
  readonly eligibleBytes: number
  readonly returnedBytes: number
  readonly omittedBytes: number
  /** Secrets masked in the messages shown; absent when none was. */
  readonly redactions?: number
  /** The log was not read to its beginning: what is eligible and omitted may be more. Absent when all was counted. */
  readonly lowerBound?: true
}

/** What was said, oldest first. */
export interface Conversation {
  readonly messages: readonly Kept<Message>[]
  readonly retention: ConversationRetention
}

/** The one item this view yields. */
export interface ConversationView {
  readonly conversation: Conversation
}

/**
 * Yields exactly one {@link ConversationView}, when the log has ended.
 *
 * Order  the one item, at the end.
 * Holds  what `foldSurface` holds of the surface, and the window of `retainWindow`.
 * Cost   that of its parts.
 * Ends   may ask for records again, then yields the view.
 *
 * @example
 * const [view] = await collect(pipe(memory(events), conversation({ maxMessages: 2 })))
 */
export function conversation(options: ConversationOptions = {}): Stage<LogEvent, ConversationView> {
  const { maxMessages } = limitsOf(options)
  const { folded = false } = options
  return folded
    ? compose(saidMessages(), surfaceNodes<Message>(), keptMessages(options))
    : compose(foldSurface(saidMessages(), { newest: maxMessages }), keptMessages(options))
}
