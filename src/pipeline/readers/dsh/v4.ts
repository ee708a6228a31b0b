/**
 * Format v4: tool results are messages of their own role, developer messages join the surface, and sources lost
 * their plugin wrapper.
 *
 * @module
 */
import type { Generation } from './generation.ts'
import { toolMessage, wrappedMessage } from './messages.ts'
import { v3 } from './v3.ts'

/** Format v4. */
export const v4: Generation = {
  ...v3,
  version: 4,
  messages: { ...v3.messages, 'tool/result': toolMessage, 'developer/message': wrappedMessage },
}
