/**
 * Keeps some kinds of content of a message, joined to one text.
 *
 * @module
 */
import { textOf, type BlockKind } from '../pipeline/block.ts'
import type { LogEvent } from '../pipeline/event.ts'
import { defineStage, type Stage } from '../pipeline/stage.ts'
import type { Message } from './message.ts'
import { messageOf, messageTypes, sourceOf } from './source.ts'

/** Which blocks are kept. */
export interface FilterBlocksOptions {
  /** Only `text` and `reasoning` carry text. @defaultValue text alone (R000-22 to 25) */
  readonly keep?: readonly BlockKind[]
}

/**
 * Yields one {@link Message} per message event that has any text left; its kept blocks joined by one line feed.
 *
 * Images, files, tool calls and tool results, and what is nested in them, never reach the text.
 *
 * Order  as in the log.
 * Holds  nothing.
 * Cost   one string concatenation per kept block.
 * Ends   yields nothing more.
 *
 * @example
 * const [message] = await collect(pipe(memory(events), filterSources(), filterBlocks()))
 */
export function filterBlocks(options: FilterBlocksOptions = {}): Stage<LogEvent, Message> {
  const keep = new Set(options.keep ?? (['text'] as const))
  return defineStage(
    'filter-blocks',
    () => ({
      push(batch, out) {
        for (const event of batch) {
          const source = sourceOf(event)
          const text = source === undefined ? '' : textOf(messageOf(event)?.['content'], keep)
          if (text === '') continue
          const role = source === 'model' ? 'assistant' : 'user'
          out.push({ seq: event.seq, time: event.time, role, checkpoint: source === 'checkpoint', text })
        }
        return 'more'
      },
    }),
    { reads: messageTypes },
  )
}
