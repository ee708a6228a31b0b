/**
 * What every view of a conversation is made of, whichever way its log is read.
 *
 * @module
 */
import { compose } from '../../pipeline/compose.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import { defineStage, type Kernel, type Stage } from '../../pipeline/stage.ts'
import { filterBlocks } from '../filter-blocks.ts'
import { filterSources } from '../filter-sources.ts'
import type { Message } from '../message.ts'
import { retainWindow, type Kept, type Retention } from '../retain-window.ts'
import type { SurfaceEdit } from '../surface-edit.ts'
import { wellFormed } from '../well-formed.ts'
import type { ConversationOptions, ConversationRetention, ConversationView } from './conversation.ts'

/**
 * How much a conversation shows (D10). In one place, because a fold must name as many nodes as the window wants back.
 */
export function limitsOf({ maxMessages = 4, maxMessageBytes = 4096, maxBytes = 16_384 }: ConversationOptions): {
  readonly maxMessages: number
  readonly maxMessageBytes: number
  readonly maxBytes: number
} {
  return { maxMessages, maxMessageBytes, maxBytes }
}

/** What a conversation shows of one event: who said it, and what. */
export const saidMessages = (): Stage<LogEvent, Message> =>
  compose(filterSources(), filterBlocks(), wellFormed<Message>())

/** Turns edits of a surface into the one item of the view. */
export function keptMessages(options: ConversationOptions): Stage<SurfaceEdit<Message>, ConversationView> {
  const { maxMessages, maxMessageBytes, maxBytes } = limitsOf(options)
  const { redact = true } = options
  const window = { maxItems: maxMessages, maxItemSize: maxMessageBytes, maxSize: maxBytes, redact }
  return compose(retainWindow<Message>(window), asConversation())
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
