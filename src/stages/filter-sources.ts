/**
 * Keeps the messages of some authors and drops everything else.
 *
 * @module
 */
import type { LogEvent } from '../pipeline/event.ts'
import { isRecord } from '../pipeline/event.ts'
import { defineStage, type Stage } from '../pipeline/stage.ts'
import { messageTypes, sourceOf, type Source } from './source.ts'

/** Which authors are kept. */
export interface FilterSourcesOptions {
  /** @defaultValue user, model, checkpoint: the conversation without what was injected into it (R000-18 to 21) */
  readonly keep?: readonly Source[]
}

/** What the conversation consists of. */
const conversationSources: readonly Source[] = ['user', 'model', 'checkpoint']

/**
 * Yields message events whose author is in `keep`. An answer that was interrupted is never kept.
 *
 * An allow-list: an unknown kind of source, or none, is `other`, and is dropped unless asked for.
 *
 * Order  as in the log.
 * Holds  nothing.
 * Cost   one look at `source` per message; the text's first characters for messages of the user.
 * Ends   yields nothing more.
 *
 * @example
 * await count(pipe(memory(events), filterSources({ keep: ['user'] })))
 */
export function filterSources(options: FilterSourcesOptions = {}): Stage<LogEvent, LogEvent> {
  const keep = new Set(options.keep ?? conversationSources)
  return defineStage(
    'filter-sources',
    () => ({
      push(batch, out) {
        for (const event of batch) {
          const source = sourceOf(event)
          if (source !== undefined && keep.has(source) && !isInterrupted(event)) out.push(event)
        }
        return 'more'
      },
    }),
    // Results that are dropped anyway need no content.
    { reads: messageTypes, skims: keep.has('tool') ? [] : ['tool/result'] },
  )
}

/** Whether an assistant's message was cut off while it was being written (D11). */
const isInterrupted = ({ data }: LogEvent): boolean => isRecord(data) && data['interrupted'] === true
