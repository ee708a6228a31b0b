/**
 * Content blocks: what a message is made of. Blocks are read, never built: an unknown kind survives as it is.
 *
 * @see DSH `packages/llm/src/types.ts`: `ContentBlock`
 * @module
 */
import { isRecord } from './event.ts'

/** The kinds a reader may meet. Newer harnesses add `file` and `plugin:<type>`; every other string is unknown. */
export type BlockKind = 'text' | 'reasoning' | 'image' | 'file' | 'tool-call' | 'tool-result' | 'unknown'

const kinds: ReadonlySet<string> = new Set(['text', 'reasoning', 'image', 'file', 'tool-call', 'tool-result'])

/** Decides what kind of block `block` is; a value that is no block at all is `unknown`. */
export function blockKind(block: unknown): BlockKind {
  const tag = isRecord(block) ? block['type'] : undefined
  return typeof tag === 'string' && kinds.has(tag) ? (tag as BlockKind) : 'unknown'
}

/**
 * Joins the text of the blocks whose kind is in `keep` with one line feed.
 *
 * Only `text` and `reasoning` blocks carry text of their own; other kinds add nothing even when kept.
 * @returns the text, empty when no kept block has any.
 */
export function textOf(content: unknown, keep: ReadonlySet<BlockKind>): string {
  if (!Array.isArray(content)) return ''
  let text: string | undefined
  for (const block of content as readonly unknown[]) {
    if (!isRecord(block)) continue
    const { type } = block
    if ((type !== 'text' && type !== 'reasoning') || !keep.has(type)) continue
    const part = block['text']
    if (typeof part === 'string') text = text === undefined ? part : `${text}\n${part}`
  }
  return text ?? ''
}
