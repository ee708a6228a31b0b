/**
 * The view of what was said last, from a log that is read from its end.
 *
 * @module
 */
import { compose } from '../../pipeline/compose.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import { defineStage, type Kernel, type Probe, type Stage } from '../../pipeline/stage.ts'
import { foldBackwards } from '../fold-backwards.ts'
import { keptMessages, limitsOf, saidMessages } from './conversation-parts.ts'
import type { ConversationOptions, ConversationView } from './conversation.ts'

/** How much of a conversation is shown. */
export type ConversationTailOptions = Omit<ConversationOptions, 'folded'>

interface Saved {
  readonly parts: unknown
  readonly hasStopped: boolean
}

/**
 * Yields exactly one {@link ConversationView}: the messages that `conversation` shows of the same log, also when a
 * late replace shadows some of the newest. Takes events newest first, as `openReverse` reads them.
 *
 * It stops reading when older events can change nothing. `retention.lowerBound` is then true: there may be more
 * eligible messages and omitted bytes than it says; what was returned is exact.
 *
 * Order  the one item, at the end.
 * Holds  what `foldBackwards` holds, and the messages it returns.
 * Cost   that of its parts.
 * Ends   yields the view.
 *
 * @throws LogError `LOG_NEEDS_FULL_READ` (as cause of a StageError): run `conversation` on `openLog` instead.
 * @example
 * const log = await openReverse('session.jsonl')
 * const [{ conversation }] = await collect(pipe(log.read, conversationTail({ maxMessages: 8 })))
 */
export function conversationTail(options: ConversationTailOptions = {}): Stage<LogEvent, ConversationView> {
  const { maxMessages, maxMessageBytes, maxBytes } = limitsOf(options)
  const maxItemSize = Math.min(maxMessageBytes, maxBytes)
  const parts = compose(foldBackwards(saidMessages(), { newest: maxMessages, maxItemSize }), keptMessages(options))
  const start = (saved?: Saved, probe?: Probe): Kernel<LogEvent, ConversationView, Saved> => {
    const kernel = parts.start(saved?.parts, probe)
    let hasStopped = saved?.hasStopped ?? false
    return {
      push(batch, out) {
        const verdict = kernel.push(batch, out)
        hasStopped ||= verdict === 'stop'
        return verdict
      },
      end(out) {
        const views: ConversationView[] = []
        kernel.end?.(views)
        for (const view of views) out.push(hasStopped ? asLowerBound(view) : view)
      },
      save: () => ({ parts: kernel.save?.(), hasStopped }),
    }
  }
  return defineStage(parts.stageName, start, { reads: parts.reads, composite: true })
}

const asLowerBound = ({ conversation }: ConversationView): ConversationView => ({
  conversation: { ...conversation, retention: { ...conversation.retention, lowerBound: true } },
})
