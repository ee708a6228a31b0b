/**
 * What the index is told of a text, and how it is asked for a query.
 *
 * @module
 */
import { foldCase } from '../fold-case.ts'
import { spaced } from '../run-characters.ts'

/** The words of a text. The tokenizer cuts them apart, and folds what is ASCII. */
export const indexWords = (text: string): string => spaced(isAscii(text) ? text : foldCase(text))

/**
 * The phrase that every text with the query in it matches; texts without it may match too.
 *
 * @returns `undefined` for a query without any word: then the index knows nothing about it.
 */
export function indexPhrase(query: string): string | undefined {
  // A quote would end the phrase, a NUL all that SQLite reads of it.
  const words = indexWords(query).replaceAll(/["\0]/g, ' ')
  return /[\p{L}\p{N}\p{M}]/u.test(words) ? `"${words}"` : undefined
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
