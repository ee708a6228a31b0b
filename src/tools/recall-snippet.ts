/**
 * Makes a host's snippet fit to be shown: well-formed, without secrets, at most 500 UTF-16 units.
 *
 * @module
 */
import { units } from '../stages/index.ts'
import { maskedCut, plainCut } from '../stages/masked-cut.ts'
import { maskOf } from '../stages/redact.ts'
import { characterClass, isIn, token68, type CharacterClass } from '../stages/secrets/runs.ts'
import { memoryLimits } from './memory-limits.ts'

/** Text held beyond the bound, so that a secret across the cut is found (D20). */
const spare = 4 * 1024

/** What the lines of a key block are made of. */
const base64: CharacterClass = characterClass(/[A-Za-z0-9+/=]/)

/** What is shown in the place of what may be part of a secret. */
const cutOff = maskOf('cut-off')

/** A snippet as it is returned. */
export interface Snippet {
  readonly snippet: string
  readonly snippet_truncated: boolean
}

/** @param redact - masks secrets, and what may be part of one at an edge that `…` marks. */
export function recallSnippet(text: string, redact: boolean): Snippet {
  const { maxLength } = memoryLimits.snippet
  const whole = redact ? withoutEdges(text.toWellFormed()) : text.toWellFormed()
  const cut = (redact ? maskedCut : plainCut)(units.utf16)
  const { text: snippet, size } = cut(units.utf16.cut(whole, maxLength + spare), maxLength)
  return { snippet, snippet_truncated: size < whole.length }
}

/** An edge marked by `…` may run through a secret whose other end is outside. */
function withoutEdges(text: string): string {
  const from = text.startsWith('…') ? edgeAt(text, 1, 1) : 0
  const until = text.endsWith('…') ? edgeAt(text, text.length - 2, -1) + 1 : text.length
  // The two meet: all of it may be the inside of one secret.
  if (from > until) return text.length < 3 ? text : `…${cutOff}…`
  const head = from > 1 ? `…${cutOff}` : text.slice(0, from)
  const tail = until < text.length - 1 ? `${cutOff}…` : text.slice(until)
  return `${head}${text.slice(from, until)}${tail}`
}

/**
 * Where, from the edge at `at` inwards, a text begins that cannot be the rest of a secret: behind a run of 16 or more
 * key characters, and behind the lines of a key block.
 */
function edgeAt(text: string, at: number, step: 1 | -1): number {
  const rest = runEnd(text, at, step, token68)
  let end = Math.abs(rest - at) >= 16 ? rest : at
  let line = runEnd(text, at, step, base64)
  while (text[line] === ' ') {
    const next = runEnd(text, line + step, step, base64)
    if (Math.abs(next - line) <= 40) break
    line = next
    end = next
  }
  return end
}

function runEnd(text: string, at: number, step: 1 | -1, of: CharacterClass): number {
  let end = at
  while (isIn(text, end, of)) end += step
  return end
}
