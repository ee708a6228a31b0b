/**
 * Another scanner looks at what we let pass: nothing it finds may be left, beside what it is wrong about, by name.
 *
 * Its rules are not ours: it is asked, never copied.
 * @module
 */
import { describe, expect, test } from 'vitest'
import { maskText } from '../../../../src/stages/redact.ts'
import { logsFolder, testRealLogs } from '../../../support/real-logs.ts'
import { realTexts } from '../../../support/real-texts.ts'
import { harmlessTexts, secretSamples } from '../../../support/secret-samples.ts'
import { secondOpinion } from '../../../support/second-opinion.ts'

/** What it reports although no secret is there. */
const mistakes: readonly { readonly rule: string; readonly on: RegExp; readonly reason: string }[] = [
  {
    rule: 'database-connection-string',
    on: /:\/\/[\w.-]*:\[redacted:[a-z-]+\]@/,
    reason: 'takes any address with a name and a password, also when the password is a mask',
  },
  {
    rule: 'slack',
    on: /^xox[abpr]-your-token$/,
    reason: 'takes hyphenated words: a form to fill in, with no digit in it',
  },
]

/** What it finds in `text` and is not wrong about. */
async function foundIn(text: string): Promise<string[]> {
  const opinions = await secondOpinion(text)
  return opinions
    .map(({ rule, start, end }) => ({ rule, piece: text.slice(start, end) }))
    .filter(({ rule, piece }) => !mistakes.some((mistake) => mistake.rule === rule && mistake.on.test(piece)))
    .map(({ rule, piece }) => `${rule}: ${piece.slice(0, 80)}`)
}

describe('the second opinion', () => {
  test('knows many of the samples, so that it is worth asking', async () => {
    const known = await Promise.all(secretSamples.map(({ text }) => secondOpinion(text)))
    expect(known.filter((opinions) => opinions.length > 0).length).toBeGreaterThanOrEqual(40)
  })

  test('finds nothing in the samples once they are masked', async () => {
    for (const { kind, text } of secretSamples) expect(await foundIn(maskText(text).text), kind).toEqual([])
  })

  test('finds nothing in what we leave as harmless', async () => {
    for (const text of harmlessTexts) expect(await foundIn(text)).toEqual([])
  })

  testRealLogs('finds nothing in the texts of the real logs once they are masked', async () => {
    const texts = [
      ...new Set([...realTexts(logsFolder())].filter(({ isMessage }) => isMessage).map(({ text }) => text)),
    ]
    expect(texts.length).toBeGreaterThan(1_000)
    // In sheets of some 100,000 characters: it takes a quarter of a millisecond to begin.
    for (let at = 0, sheet = ''; at < texts.length; at++) {
      sheet += `${maskText(texts[at] ?? '').text}\n\n`
      if (sheet.length < 100_000 && at < texts.length - 1) continue
      expect(await foundIn(sheet)).toEqual([])
      sheet = ''
    }
  })
})
