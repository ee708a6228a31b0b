/**
 * Tables for the terminal.
 *
 * @module
 */
import { textTable, type Table } from './table.ts'

/** A table with its title above, its notes and its command below. */
export function tableAsText(table: Table): string {
  const { head, rows } = textTable(table)
  const [first = '', ...rest] = [head, ...rows].map((cells) => cells.join('   ').trimEnd())
  const rule = '-'.repeat(Math.max(first.length, ...rest.map((line) => line.length)))
  const notes = table.notes.map((note) => `* ${note}`)
  return [`\n${table.title}\n`, first, rule, ...rest, rule, ...notes, `$ ${table.command}`, ''].join('\n')
}
