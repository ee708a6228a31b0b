/**
 * Format v0: DSH up to 0.1.1, in both message shapes that occur under that version.
 *
 * @see DSH `packages/core/session/src/types.ts`
 * @module
 */
import type { Generation } from './generation.ts'
import { assistantMessage, toolResult, userMessage } from './messages.ts'
import { v0Types } from './v0-types.ts'

/** Format v0. */
export const v0: Generation = {
  version: 0,
  knownTypes: v0Types,
  hasPackedRows: true,
  renamed: new Map([
    ['steering/message', 'user/message'],
    ['compact/start', 'compaction/start'],
    ['compact/end', 'compaction/end'],
    ['compact/summary', 'compaction/summary'],
    ['compact/prune', 'compaction/prune'],
  ]),
  messages: { 'user/message': userMessage, 'assistant/message': assistantMessage, 'tool/result': toolResult },
  replaceKeys: ['start', 'end'],
}
