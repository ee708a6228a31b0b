/**
 * The value a model sees, set out for a person: the same words and escapes, over several lines and bounded.
 *
 * @module
 */
import { renderJson } from '../src/tools/index.ts'

const width = 118
/** Characters of one text that are shown. */
const maxText = 90

/** Renders `value`: what fits stands on one line, and no text is shown beyond its first 90 characters. */
export function valueLines(value: unknown, indent = ''): string[] {
  const line = inline(value)
  if (line.length + indent.length <= width || !isTree(value)) return folded(line, indent)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const last = Object.keys(value).length - 1
  const inner = Object.entries(value).flatMap(([key, member], index) => {
    const lines = valueLines(member, `${indent}  `)
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    lines[0] = `${indent}  ${name}${lines[0]?.trimStart() ?? ''}`
    if (index < last) lines.push(`${lines.pop() ?? ''},`)
    return lines
  })
  return [`${indent}${open}`, ...inner, `${indent}${close}`]
}

/** Whether it holds objects or arrays, and so is worth lines of its own. */
function isTree(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((member) => typeof member === 'object')
  )
}

function inline(value: unknown): string {
  if (typeof value === 'string') return inlineText(value)
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`)
  return `{ ${members.join(', ')} }`
}

function inlineText(text: string): string {
  const points = [...text]
  const more = points.length - maxText
  return more <= 0 ? renderJson(text) : `${renderJson(points.slice(0, maxText).join(''))} (+ ${more} characters)`
}

/** Folds at blanks. */
function folded(line: string, indent: string): string[] {
  const lines = [indent]
  for (const word of line.split(/(?<= )/)) {
    const current = lines.at(-1) ?? ''
    if (current.length + word.trimEnd().length > width && current.trim() !== '') lines.push(`${indent}    ${word}`)
    else lines[lines.length - 1] = current + word
  }
  return lines.map((text) => text.trimEnd())
}
