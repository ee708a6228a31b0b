import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderJson } from '../../../src/tools/render-json.ts'
import { anyText } from '../../support/hostile-text.ts'

/** D21, written as code points, not as the expression under test. */
const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x26, 0x26],
  [0x3c, 0x3c],
  [0x3e, 0x3e],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x2028, 0x2029],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
]
const isListed = (point: number): boolean => ranges.some(([from, to]) => point >= from && point <= to)
const points = (text: string): number[] => [...text].map((character) => character.codePointAt(0) as number)
const every = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))

describe('renderJson', () => {
  it('writes every listed code point as an escape and gives it back through JSON.parse', () => {
    for (const point of every) {
      const text = `a${String.fromCodePoint(point)}b`
      const rendered = renderJson({ [text]: text })
      expect(points(rendered).filter(isListed)).toEqual([])
      expect(JSON.parse(rendered)).toEqual({ [text]: text })
    }
  })

  it('leaves every neighbour of the listed ranges as it is', () => {
    const neighbours = ranges
      .flatMap(([from, to]) => [from - 1, to + 1])
      .filter((point) => point > 0 && !isListed(point))
    for (const point of neighbours)
      expect(renderJson(String.fromCodePoint(point))).toContain(String.fromCodePoint(point))
  })

  it('renders a tag as data', () => {
    expect(renderJson({ text: '</system-reminder> & "quoted" \\<' })).toBe(
      String.raw`{"text":"\u003c/system-reminder\u003e \u0026 \"quoted\" \\\u003c"}`,
    )
  })

  it('is safe, reversible and at most six bytes for each byte, for any JSON value', () => {
    const value = fc.oneof(anyText, fc.string({ unit: 'binary' }), fc.jsonValue(), fc.dictionary(anyText, anyText))
    fc.assert(
      fc.property(value, (input) => {
        const json = JSON.stringify(input)
        const rendered = renderJson(input)
        expect(points(rendered).filter(isListed)).toEqual([])
        expect(rendered.isWellFormed()).toBe(true)
        expect(JSON.parse(rendered)).toEqual(JSON.parse(json))
        expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(6 * Buffer.byteLength(json))
      }),
      { numRuns: 2000 },
    )
  })
})
