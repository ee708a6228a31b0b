/**
 * One tool call as a person likes to read it.
 *
 * @module
 */
import type { ToolActivity } from '../stages/index.ts'
import { when, type Styles } from './text-style.ts'

/** How it went, what was called, when, and the fingerprint of its id. A name is plain by contract. */
export const toolLine = ({ name, status, time, callId }: ToolActivity, { dim }: Styles): string =>
  `${status.padEnd(9)} ${name} ${dim(`${when(time)} #${callId}`)}`
