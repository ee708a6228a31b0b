/**
 * Every event type that logs from format v2 on may hold.
 *
 * Collected from the sources of later harnesses and from logs of formats v3 to v5; a type that is missing here is
 * counted as unknown, never misread.
 * @module
 */
import { v0Types } from './v0-types.ts'

/** Names as they stand in the file. */
export const laterTypes: ReadonlySet<string> = new Set([
  ...v0Types,
  'assistant/attempt',
  'deliverables/presented',
  'developer/message',
  'feedback/message-delete',
  'feedback/message-put',
  'image/offload',
  'model/selection',
  'session-log-deepseek/delivery-accepted',
  'slots/dispatch',
  'subagent/catalog',
  'subagent/model-selection-policy',
  'system/message',
  'tool/ptc-dispatch',
  'tool/ptc-dispatch-start',
  'workspace/changes',
])
