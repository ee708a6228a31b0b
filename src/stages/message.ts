/**
 * A message as the views show it: who, when, and the text that is left after filtering.
 *
 * @module
 */

/** One message on its way to a view. */
export interface Message {
  readonly seq: number
  /** Unix epoch milliseconds. */
  readonly time: number
  readonly role: 'user' | 'assistant'
  /** A compaction's summary of earlier messages, standing in their place. */
  readonly checkpoint: boolean
  readonly text: string
}
