import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { units, type Unit } from '../../../src/stages/index.ts'
import { hostileText } from '../../support/hostile-text.ts'

/** What each unit counts, said in another way than the code says it. */
const sizes: Readonly<Record<keyof typeof units, (text: string) => number>> = {
  bytes: (text) => Buffer.byteLength(text),
  utf16: (text) => text.length,
  characters: (text) => [...text].length,
}
const names = Object.keys(sizes) as (keyof typeof units)[]
const text = hostileText.map((broken) => broken.toWellFormed())

/** Multibyte characters around the 64 KiB at which the bytes of a text are measured piece by piece. */
const longText = fc
  .tuple(fc.integer({ min: 65_530, max: 65_540 }), fc.constantFrom('é', '你', '😀'), hostileText)
  .map(([length, character, tail]) => `${'x'.repeat(length)}${character.repeat(5)}${tail}`.toWellFormed())

/** The longest whole beginning of at most `max`, found by trying every one. */
function longestBeginning(size: (text: string) => number, whole: string, max: number): string {
  const ends = [...whole].reduce<number[]>((all, character) => [...all, (all.at(-1) ?? 0) + character.length], [0])
  return whole.slice(
    0,
    ends.findLast((end) => size(whole.slice(0, end)) <= max),
  )
}

describe.each(names)('in %s', (name) => {
  const unit: Unit = units[name]
  const size = sizes[name]

  test('a text is as long as it is', () => {
    fc.assert(
      fc.property(fc.oneof(text, longText), (whole) => {
        expect(unit.size(whole)).toBe(size(whole))
      }),
    )
  })

  test('a cut gives the longest beginning of whole characters that fits', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 80 }), (whole, max) => {
        expect(unit.cut(whole, max)).toBe(longestBeginning(size, whole, max))
      }),
      { numRuns: 500 },
    )
  })

  test('a cut of a long text fits too, and cannot be one character longer', () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 65_520, max: 65_560 }), (whole, max) => {
        const kept = unit.cut(whole, max)
        const next = String.fromCodePoint(whole.codePointAt(kept.length) ?? 0)
        expect(whole.startsWith(kept) && kept.isWellFormed()).toBe(true)
        expect(size(kept)).toBeLessThanOrEqual(max)
        if (kept.length < whole.length) expect(size(kept + next)).toBeGreaterThan(max)
      }),
    )
  })

  test('a cut leaves a text that fits as it is', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(unit.cut(whole, size(whole))).toBe(whole)
        expect(unit.cut(whole, Number.POSITIVE_INFINITY)).toBe(whole)
      }),
    )
  })
})

test('a byte order mark is kept by a cut like any character', () => {
  expect(units.bytes.cut('\ufeffa', 4)).toBe('\ufeffa')
})

test('each unit counts an emoji in its own way', () => {
  expect(names.map((name) => units[name].size('é你😀'))).toEqual([9, 4, 3])
})
