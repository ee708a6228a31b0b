/**
 * What a tool result says beside its content: which call it answers, and whether that failed.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/event.ts'

/** The outcome of one call. */
export interface ToolResult {
  readonly callId: string
  /** Any of the places where a format marks an error says so (D8). */
  readonly isError: boolean
}

/**
 * Reads the outcome in a `tool/result`.
 *
 * @returns `undefined` when it names no call, or replaces an earlier result on the surface.
 */
export function resultOf({ data, surfaceOp }: LogEvent): ToolResult | undefined {
  if (!isRecord(data) || typeof surfaceOp === 'object') return undefined
  const message = isRecord(data['message']) ? data['message'] : undefined
  const source = isRecord(message?.['source']) ? message['source'] : undefined
  const content: unknown = message?.['content']
  const first: unknown = Array.isArray(content) ? content[0] : undefined
  const block = isRecord(first) ? first : undefined
  const named: unknown = source?.['callId']
  const callId = typeof named === 'string' ? named : block?.['toolCallId']
  if (typeof callId !== 'string') return undefined
  const error: unknown = data['error']
  const isError =
    block?.['isError'] === true || message?.['isError'] === true || (error !== undefined && error !== null)
  return { callId, isError }
}
