/**
 * What holds for every text: order, bounds, idempotence, nothing left, nothing else touched, and time.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskText } from '../../../../src/stages/redact.ts'
import { findSecrets } from '../../../../src/stages/secrets/find-secrets.ts'
import { secretTable } from '../../../../src/stages/secrets/secret-table.ts'
import { hostileText } from '../../../support/hostile-text.ts'
import { isLeftOf, surroundings } from '../../../support/planted-secrets.ts'
import { harmlessTexts, secretSamples, type SecretSample } from '../../../support/secret-samples.ts'

const openings = [...new Set(secretTable.flatMap((row) => row.openings))]
const mortar = [
  '=',
  ':',
  ': ',
  ' ',
  '\n',
  '"',
  `'`,
  '\\"',
  '`',
  '-',
  '_',
  '.',
  '/',
  '@',
  'a',
  'Z9',
  '0123456789abcdef',
  '://',
  'é',
  '😀',
]
/** Text made of what secrets are made of. */
const soup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...openings),
      fc.constantFrom(...mortar),
      hostileText,
      fc.constantFrom(...secretSamples).map(({ text }) => text),
    ),
    {
      maxLength: 24,
    },
  )
  .map((pieces) => pieces.join(''))

describe('findSecrets', () => {
  test('yields spans in order, apart from each other, at code-point boundaries', () => {
    fc.assert(
      fc.property(soup, (text) => {
        let before = 0
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect([start, end].filter((at) => splitsPair(text, at))).toEqual([])
          before = end
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('finds nothing in its own masks', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const masked = maskText(text)
        expect(maskText(masked.text)).toEqual({ text: masked.text, redactions: 0 })
      }),
      { numRuns: 2_000 },
    )
  })

  test('leaves no part of a planted secret, and every line beside it', () => {
    const line = fc.oneof(fc.constantFrom(...harmlessTexts), hostileText)
    const planted = fc.record({
      sample: fc.constantFrom(...secretSamples),
      around: fc.constantFrom(...surroundings),
      line,
    })
    fc.assert(
      fc.property(fc.array(planted, { minLength: 1, maxLength: 6 }), (pieces) => {
        const lines = pieces.flatMap(({ sample, around: [before, behind], line: beside }) => [
          beside,
          `${before}${sample.text}${behind}`,
        ])
        const masked = maskText(lines.join('\n'))
        expect(pieces.filter(({ sample }) => isLeft(sample, pieces, masked.text))).toEqual([])
        if (pieces.some(({ sample }) => sample.isOpen)) return
        expect(masked.redactions).toBe(pieces.length)
        for (const { line: beside } of pieces) expect(masked.text).toContain(beside)
      }),
      { numRuns: 2_000 },
    )
  })

  test('changes no text without a secret', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...harmlessTexts), hostileText), { maxLength: 12 }), (lines) => {
        expect(maskText(lines.join('\n'))).toEqual({ text: lines.join('\n'), redactions: 0 })
      }),
      { numRuns: 1_000 },
    )
  })

  test('makes one of two that overlap, under the name of the one that begins first', () => {
    const [key] = secretSamples.filter(({ kind }) => kind === 'npm-token')
    const text = `password="a/${key?.text}" ${key?.text}`
    expect(findSecrets(text).map(({ start, kind }) => [start, kind])).toEqual([
      [10, 'password'],
      [54, 'npm-token'],
    ])
    expect(findSecrets(`token=${key?.text}`)).toMatchObject([{ start: 6, kind: 'npm-token' }])
  })

  test('finds a token only where a word begins, when its opening occurs in words', () => {
    for (const kind of [
      'aws-access-key-id',
      'google-api-key',
      'huggingface-token',
      'twilio-key',
      'deepseek-key',
      'sk-key',
    ]) {
      for (const { text } of secretSamples.filter((sample) => sample.kind === kind)) {
        expect(maskText(`di${text}`).redactions, kind).toBe(0)
      }
    }
  })

  test('finds no token of which there is too little', () => {
    const tokens = secretSamples.filter(({ text, secret }) => text === secret)
    for (const { kind, text } of tokens) expect(maskText(`${text.slice(0, 14)} …`).redactions, kind).toBe(0)
  })
})

/** Whether a secret is left, beside what also stands around the others. */
function isLeft(
  sample: SecretSample,
  pieces: readonly { readonly sample: SecretSample; readonly line: string }[],
  masked: string,
): boolean {
  const shown = pieces
    .map((piece) => `${piece.line}\n${piece.sample.text.replace(piece.sample.secret, '\n')}`)
    .join('\n')
  return isLeftOf({ ...sample, text: `${shown}\n${sample.text}` }, masked)
}

const splitsPair = (text: string, at: number): boolean => {
  const [before, unit] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before <= 0xdbff && unit >= 0xdc00 && unit <= 0xdfff
}
