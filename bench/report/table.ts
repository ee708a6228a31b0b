/**
 * A table as data: the JSON holds it as it is, text and Markdown show it.
 *
 * @module
 */
import type { Figure } from '../measure/figure.ts'

/** A figure, a plain number, words, or nothing. */
export type Cell = Figure | number | string | null

/** What is wanted of a figure, and whether it is so. */
export const verdictOn = (wanted: string, isMet: boolean): string => `${wanted}: ${isMet ? 'met' : 'not met'}`

/** One table; the first column names the rows. */
export interface Table {
  readonly title: string
  /** What it takes to see it again. */
  readonly command: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** What must be known to read it. */
  readonly notes: readonly string[]
}

/** Rows as objects, named by their columns. */
export function tableAsJson({ columns, rows, ...table }: Table): object {
  return {
    ...table,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
  }
}

/** A cell as people read it: three digits that count, and the spread behind a median where there is one. */
function cellText(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return numberText(cell)
  const { median, min, max } = cell
  const [least, middle, most] = [min, median, max].map(numberText) as [string, string, string]
  return least === most ? middle : `${middle} (${least} – ${most})`
}

function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A table as text, cell by cell. */
export interface TextTable {
  /** Padded so that columns stand under each other: words to the left, numbers to the right. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** For each column whether it holds numbers. */
  readonly isNumeric: readonly boolean[]
}

/** The cells of a table as people read them. */
export function textTable({ columns, rows }: Table): TextTable {
  const isNumeric = columns.map((_, at) =>
    rows.some((row) => typeof row[at] !== 'string' && (row[at] ?? null) !== null),
  )
  const lines = [columns, ...rows.map((row) => columns.map((_, at) => cellText(row[at] ?? null)))]
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)))
  const [head = [], ...body] = lines.map((line) =>
    line.map((cell, at) => (isNumeric[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))),
  )
  return { head, rows: body, isNumeric }
}
