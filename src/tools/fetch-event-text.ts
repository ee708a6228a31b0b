/**
 * What of an event is recalled: text, the description of a call, the name of an attachment. Nothing else.
 *
 * @module
 */
import { isRecord } from '../pipeline/index.ts'
import type { WindowEvent } from './memory-port.ts'

/** The words that stand in such a text and come from no event. */
export const fetchAddedWords: readonly string[] = ['tool', 'call', 'unnamed', 'file', 'attachment', 'image']

/** Content nested in results, and results nested in those, are followed this deep. */
const maxDepth = 4

/**
 * The text of one event, its parts joined by a line feed; empty for a control record.
 *
 * Reasoning, bytes of attachments, replay state, token streams, usage and meta never are part of it: only what is named
 * here is.
 */
export function fetchEventText({ type, data }: WindowEvent): string {
  if (!isRecord(data)) return ''
  const message = type === 'user/message' ? data : data['message']
  if (isRecord(message) && Array.isArray(message['content'])) return contentText(message['content'], 0).join('\n')
  return type === 'tool/call' ? callText(data) : ''
}

function contentText(content: readonly unknown[], depth: number): string[] {
  return content.flatMap((block) => {
    if (!isRecord(block)) return []
    switch (block['type']) {
      case 'text':
        return typeof block['text'] === 'string' ? [block['text']] : []
      case 'tool-call':
        return [callText(block)]
      case 'file':
        return [`[file: ${attachmentName(block['attachment'])}]`]
      case 'image':
        return ['[image attachment]']
      case 'tool-result':
        // The older formats wrap what a tool said once more.
        return Array.isArray(block['content']) && depth < maxDepth ? contentText(block['content'], depth + 1) : []
      default:
        return []
    }
  })
}

function callText({ name, arguments: args }: Readonly<Record<string, unknown>>): string {
  const written = typeof args === 'string' ? args : (JSON.stringify(args) ?? '')
  return `[tool call: ${typeof name === 'string' ? name : '(unnamed)'}] ${written}`
}

function attachmentName(attachment: unknown): string {
  const name = isRecord(attachment) ? attachment['name'] : undefined
  return typeof name === 'string' ? name : 'attachment'
}
