import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visible } from '../../../src/cli/visible.ts'
import { anyText } from '../../support/hostile-text.ts'

/** Everything that acts on a terminal or hides in it, as code points and not as the expression under test. */
const acting: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
]
const isActing = (character: string): boolean => {
  const point = character.codePointAt(0) as number
  return acting.some(([from, to]) => from <= point && point <= to)
}

describe('visible', () => {
  test('writes a character that acts by its number', () => {
    expect(visible('\u001b[31mred\u202e\u{e0041}')).toBe('⟨U+001B⟩[31mred⟨U+202E⟩⟨U+E0041⟩')
  })

  test('leaves line feeds, tabs and everything that only shows', () => {
    const text = 'one\n\ttwo é 你 😀 👩‍👩'.replaceAll('\u200d', '')
    expect(visible(text)).toBe(text)
  })

  test('lets nothing that acts through, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect([...visible(text)].filter(isActing)).toEqual([])
      }),
    )
  })

  test('knows every such character and none beside them', () => {
    for (const [from, to] of acting) {
      for (let point = from; point <= to; point++)
        expect(visible(String.fromCodePoint(point))).toMatch(/^⟨U\+[0-9A-F]{4,5}⟩$/)
      for (const point of [from - 1, to + 1]) {
        const character = String.fromCodePoint(Math.max(0x20, point))
        if (!isActing(character)) expect(visible(character)).toBe(character)
      }
    }
  })
})
