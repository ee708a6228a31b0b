/**
 * The rule of what a search finds.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseVariants, foldCase } from '../../../../src/corpus/search/fold-case.ts'
import { indexPhrase, indexWords } from '../../../../src/corpus/search/index/index-words.ts'
import { literalMatch } from '../../../../src/corpus/search/literal-match.ts'
import { rawNeedle } from '../../../../src/corpus/search/raw-needle.ts'
import { foldOne, hasHit } from '../../../support/search-reference.ts'

const finds = (query: string, text: string): boolean => literalMatch(query).find(text) !== undefined

describe('the literal rule', () => {
  test.each([
    ['AI', 'the AI model', true],
    ['AI', 'BRAID', false],
    ['AI', 'AI2', false],
    ['AI', '重试AI两次', true],
    ['ai', 'an AI.', true],
    ['重试', '先检查重试队列', true],
    ['试队', '先检查重试队列', true],
    ['카', '카드', true],
    ['カ', 'カタカナ', true],
    ['foo', 'foo_bar', true],
    ['foo', 'foo1', false],
    ['b', 'a-b-c', true],
    ['-b', 'a-b', true],
    ['a  b', 'a\n\t b', true],
    ['a b', 'ab', false],
    ['a\u00a0b', 'a b', true],
    ['"x"', 'say "x"', true],
    ['a OR b', 'a or b', true],
    ['a OR b', 'a', false],
    ['*', 'a * b', true],
    ['.*', 'abc', false],
    ['[a]{2}|^$()\\/', 'x [A]{2}|^$()\\/ y', true],
    ['café', 'CAFÉ', true],
    ['cafe', 'café', false],
    ['cafe', 'cafe\u0301', false],
    ['caf\u00e9', 'cafe\u0301', false],
    ['straße', 'STRAẞE', true],
    ['straße', 'STRASSE', false],
    ['k', '\u212a', true],
    ['s', '\u017f', true],
    ['ΟΔΟΣ', 'οδος οδός οδοσ', true],
    ['i', 'İ', false],
    ['i', 'ı', false],
    ['🙂', 'a🙂b', true],
  ])('%j in %j: %j', (query, text, expected) => {
    expect(finds(query, text)).toBe(expected)
    expect(hasHit(text, query)).toBe(expected)
  })

  test('tells where the first hit stands in the text as it is', () => {
    expect(literalMatch('b  c').find('🙂 İ B\n\nC b c')).toEqual({ start: 5, end: 9 })
    expect(literalMatch(' a\tb ').query).toBe('a b')
  })

  test('a blank query is none', () => {
    expect(() => literalMatch(' \n')).toThrow('must not be blank')
  })

  test('letters are equal exactly when Unicode folds them to one', () => {
    const classes = new Map<string, string[]>()
    for (let point = 0; point < 0x20000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue
      const character = String.fromCodePoint(point)
      const key = foldCase(character)
      if (key !== character || caseVariants(character).length > 1)
        classes.set(key, [...(classes.get(key) ?? []), character])
    }
    expect(classes.size).toBeGreaterThan(1300)
    const wrong: string[] = []
    for (const characters of classes.values()) {
      for (const a of characters) {
        const variants = caseVariants(a)
        if (variants.length !== characters.length || !characters.every((b) => variants.includes(b))) wrong.push(a)
        const { find } = literalMatch(a)
        for (const b of characters) if ((find(b) !== undefined) !== (foldOne(a) === foldOne(b))) wrong.push(a + b)
      }
    }
    expect(wrong).toEqual([])
  })

  test('no two letters that are equal fold apart, whichever of the three looks', () => {
    const cased: string[] = []
    for (let point = 0; point < 0x110000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue
      const character = String.fromCodePoint(point)
      if (foldOne(character) !== character || foldCase(character) !== character) cased.push(character)
    }
    for (const character of cased) {
      expect([character, foldCase(foldOne(character))]).toEqual([character, foldCase(character)])
      expect(caseVariants(character)).toContain(foldOne(character))
      // Folding changes nothing about what is a run: the index cuts folded text where the rule cuts the original.
      const kind = (text: string): string => indexWords(`a${text}a`).replaceAll(/[^ ]/gu, 'x').replace(/x+/g, 'x')
      expect([character, kind(character)]).toEqual([character, kind(foldOne(character))])
    }
  })
})

const character = fc.constantFrom(
  ...'aAbBkKsSßẞſKİıσςΣéÉ0٣_-. \t\n\u00a0\u0301重试会カｶ한ー。"\\/*🙂ﬅﬆΐΐ',
  '\u200b',
  '\ud83d',
  'ᾳ',
  'ᾼ',
  '\u0345',
  'ι',
  'ŉ',
)
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(character, { minLength, maxLength }).map((characters) => characters.join(''))
const query = text(1, 4).filter((words) => words.trim() !== '')

describe('any query in any text', () => {
  test('is found exactly when the reference finds it', () => {
    fc.assert(
      fc.property(text(0, 30), query, (where, what) => {
        expect(finds(what, where.toWellFormed())).toBe(hasHit(where, what))
      }),
      { numRuns: 1000 },
    )
  })

  test('is found when it is put there between signs', () => {
    fc.assert(
      fc.property(text(0, 10), query, text(0, 10), (before, what, after) => {
        expect(finds(what, `${before}-${what.trim()}-${after}`.toWellFormed())).toBe(true)
      }),
    )
  })

  test('is a candidate on bytes wherever it is found, however the log was written and cut', () => {
    fc.assert(
      fc.property(text(0, 30), query, fc.boolean(), fc.nat(80), (where, what, isEscaped, cut) => {
        if (!finds(what, where.toWellFormed())) return
        const json = JSON.stringify({ text: where })
        const written = isEscaped ? json.replaceAll(/[^ -~]/g, escapedUnit) : json
        const bytes = Buffer.from(written)
        const needle = rawNeedle(literalMatch(what).query)
        const parts = [bytes.subarray(0, cut), bytes.subarray(cut)]
        expect(needle === undefined || parts.some((part) => needle.feed(part))).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('matches as a phrase of an index wherever it is found', () => {
    const words = (of: string): string =>
      ` ${indexWords(of)
        .toLowerCase()
        .split(/[\0-/:-@[-`{-\x7f]+/)
        .filter(Boolean)
        .join(' ')} `
    fc.assert(
      fc.property(text(0, 30), query, (where, what) => {
        const { query: normal, find } = literalMatch(what)
        const phrase = indexPhrase(normal)
        if (phrase === undefined || find(where.toWellFormed()) === undefined) return
        expect(words(where.toWellFormed())).toContain(words(phrase))
      }),
      { numRuns: 1000 },
    )
  })
})

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

describe('the needle', () => {
  const sees = (what: string, json: string): boolean | undefined => rawNeedle(what)?.feed(Buffer.from(json))

  test('passes by what cannot hold the query', () => {
    expect(sees('retry queues', '{"text":"retry\\tque\\u001b[31m"}')).toBe(false)
    expect(sees('retry queue', '{"text":"RETRY"}')).toBe(true)
    expect(sees('abc', String.raw`{"text":"\\u202e"}`)).toBe(false)
    expect(sees('abc', String.raw`{"text":"\u0061bc"}`)).toBe(true)
    expect(sees('abc', String.raw`{"text":"\\\u0061bc"}`)).toBe(true)
  })

  test('is none for a query that JSON writes in more than one way', () => {
    expect(rawNeedle('"\\"')).toBeUndefined()
  })

  test('sees a query that is split between two blocks', () => {
    const needle = rawNeedle('needle')
    expect(needle?.feed(Buffer.from('a nee'))).toBe(false)
    expect(needle?.feed(Buffer.from('dle'))).toBe(true)
  })
})
