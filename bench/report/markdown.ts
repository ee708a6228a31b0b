/**
 * Puts tables into docs/performance.md, each part between its own two marks, and leaves everything else as it stands.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { textTable, type Table } from './table.ts'

function tableAsMarkdown(table: Table): string {
  const { head, rows, isNumeric } = textTable(table)
  const rule = head.map(({ length }, at) =>
    isNumeric[at] === true ? `${'-'.repeat(length - 1)}:` : '-'.repeat(length),
  )
  const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const notes = table.notes.length === 0 ? [] : [...table.notes.map((note) => `- ${note}`), '']
  return [`### ${table.title}`, '', ...lines, '', ...notes, `\`${table.command}\``].join('\n')
}

/**
 * Replaces what stands between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`.
 *
 * @param machine - a line on where and when the tables were made.
 * @throws when the file has no such marks.
 */
export function putIntoMarkdown(file: string, part: string, machine: string, tables: readonly Table[]): void {
  const [open, close] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`]
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from === -1 || to < from) throw new Error(`${file}: no ${open} … ${close}`)
  const section = [open, '', machine, '', ...tables.flatMap((table) => [tableAsMarkdown(table), '']), close]
  writeFileSync(file, text.slice(0, from) + section.join('\n') + text.slice(to + close.length))
}
