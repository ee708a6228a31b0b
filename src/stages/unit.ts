/**
 * The units a budget can be counted in, and how a text is measured and cut in each (D1).
 *
 * @module
 */

/** How text is measured and cut. A cut falls between two code points, never inside one. */
export interface Unit {
  /** How long `text` is. */
  size(text: string): number
  /** The longest beginning of `text` that is at most `max` long, as a string that shares no memory with `text`. */
  cut(text: string, max: number): string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
// Shared by all runs: it is filled and read within one call, and a kernel never runs inside another's call to it.
const scratch = new Uint8Array(64 * 1024)

/** UTF-8 bytes: `encodeInto` measures without making a second copy, and stops at a whole code point by itself. */
const bytes: Unit = {
  size(text) {
    let total = 0
    for (let start = 0; start < text.length;) {
      const { read, written } = encoder.encodeInto(start === 0 ? text : text.slice(start), scratch)
      total += written
      start += read
    }
    return total
  },
  cut(text, max) {
    const parts: string[] = []
    for (let start = 0, left = max; start < text.length && left > 0;) {
      const into = left < scratch.length ? scratch.subarray(0, left) : scratch
      const { read, written } = encoder.encodeInto(start === 0 ? text : text.slice(start), into)
      if (read === 0) break
      parts.push(decoder.decode(into.subarray(0, written)))
      start += read
      left -= written
    }
    return parts.join('')
  },
}

/** UTF-16 code units, as `length` counts them. */
const utf16: Unit = {
  size: (text) => text.length,
  cut(text, max) {
    const splits = isHighSurrogate(text.charCodeAt(max - 1)) && max < text.length
    return copy(text.slice(0, Math.max(0, splits ? max - 1 : max)))
  },
}

/** Characters, that is code points. */
const characters: Unit = {
  size(text) {
    let total = 0
    for (let index = 0; index < text.length; index += codePointLength(text, index)) total += 1
    return total
  },
  cut(text, max) {
    let end = 0
    for (let left = max; left > 0 && end < text.length; left--) end += codePointLength(text, end)
    return copy(text.slice(0, end))
  },
}

/** The three units. */
export const units: { readonly bytes: Unit; readonly utf16: Unit; readonly characters: Unit } = {
  bytes,
  utf16,
  characters,
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const codePointLength = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)

/** A string of its own: a slice would keep the whole text it was cut from alive. */
const copy = (text: string): string => bytes.cut(text, Number.POSITIVE_INFINITY)
