/**
 * The view of what was said: the newest messages of the current surface, and how much was left out.
 *
 * @module
 */
import { compose } from '../../pipeline/compose.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import { defineStage, type Kernel, type Stage } from '../../pipeline/stage.ts'
import { filterBlocks } from '../filter-blocks.ts'
import { filterSources } from '../filter-sources.ts'
import { foldSurface } from '../fold-surface.ts'
import type { Message } from '../message.ts'
import { retainWindow, type Kept, type Retention } from '../retain-window.ts'
import { surfaceNodes } from '../surface-nodes.ts'
import { wellFormed } from '../well-formed.ts'

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
 * @example
 * const [{ conversation }] = await collect(pipe(memory(events), conversation({ maxMessages: 2 })))
 */
export function conversation(options: ConversationOptions = {}): Stage<LogEvent, ConversationView> {
  const { maxMessages = 4, maxMessageBytes = 4096, maxBytes = 16_384, folded = false, redact = true } = options
  const said = compose(filterSources(), filterBlocks(), wellFormed<Message>())
  const window = { maxItems: maxMessages, maxItemSize: maxMessageBytes, maxSize: maxBytes, redact }
  return folded
    ? compose(said, surfaceNodes<Message>(), retainWindow<Message>(window), asConversation())
    : compose(foldSurface(said, { newest: maxMessages }), retainWindow<Message>(window), asConversation())
}

function asConversation(): Stage<Kept<Message> | Retention, ConversationView> {
  type Messages = readonly Kept<Message>[]
  const start = (saved: Messages = []): Kernel<Kept<Message> | Retention, ConversationView, Messages> => {
    const messages = [...saved]
    return {
      push(batch, out) {
        for (const item of batch) {
          if ('kind' in item) out.push({ conversation: { messages: [...messages], retention: figures(item) } })
          else messages.push(item)
        }
        return 'more'
      },
      save: () => [...messages],
    }
  }
  return defineStage('conversation', start)
}

const figures = ({ eligible, returned, omitted, redactions }: Retention): ConversationRetention => ({
  eligibleMessages: eligible.items,
  returnedMessages: returned.items,
  omittedMessages: omitted.items,
  eligibleBytes: eligible.size,
  returnedBytes: returned.size,
  omittedBytes: omitted.size,
  ...(redactions !== undefined && { redactions }),
})
