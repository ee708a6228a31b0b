/**
 * How text is set off on a terminal, and how small things are written.
 *
 * @module
 */
import { visible } from './visible.ts'

/** How a stretch of text is set off. */
export type Style = (text: string) => string

export interface Styles {
  readonly bold: Style
  readonly dim: Style
}

/** The styles of a terminal; without colours text stays as it is. */
export function stylesFor(hasColors: boolean): Styles {
  const plain: Style = (text) => text
  if (!hasColors) return { bold: plain, dim: plain }
  return { bold: (text) => `\u001b[1m${text}\u001b[22m`, dim: (text) => `\u001b[2m${text}\u001b[22m` }
}

/** Text of a log on one line: see {@link visible}. */
export const oneLine = (text: string): string => visible(text.replaceAll('\n', ' '))

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A time in UTC, to the second; the number itself when it is no date. */
export const when = (time: number): string =>
  Math.abs(time) <= 8.64e15 ? `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z` : String(time)
