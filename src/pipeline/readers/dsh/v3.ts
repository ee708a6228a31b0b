/**
 * Format v3: the system prompt is a message on the surface, and a replace names its range by other keys.
 *
 * @module
 */
import type { Generation } from './generation.ts'
import { wrappedMessage } from './messages.ts'
import { v2 } from './v2.ts'

/** Format v3. */
export const v3: Generation = {
  ...v2,
  version: 3,
  renamed: new Map([
    ...v2.renamed,
    ['tool/ptc-dispatch', 'tool/code-dispatch'],
    ['tool/ptc-dispatch-start', 'tool/code-dispatch-start'],
  ]),
  messages: { ...v2.messages, 'system/message': wrappedMessage },
  replaceKeys: ['startSeq', 'endSeq'],
}
