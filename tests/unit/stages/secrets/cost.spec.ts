/**
 * No text makes the search slow: one megabyte of the worst we could think of for each row, and what chance adds.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../../../src/stages/secrets/find-secrets.ts'
import { secretTable } from '../../../../src/stages/secrets/secret-table.ts'

const mebibyte = 1024 * 1024
/**
 * On an idle machine each takes less than 50 ms. Asserted is ten times that in the best of three: two cores are
 * shared with other test files, and what must fail here is a search that looks at the same units again and again. One
 * that is quadratic takes minutes.
 */
const mostMs = 500

const repeated = (unit: string): string => unit.repeat(Math.ceil(mebibyte / unit.length)).slice(0, mebibyte)

/** The best of three, or the first that is good enough. */
function timeOf(text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && best >= mostMs; attempt++) {
    const since = performance.now()
    findSecrets(text)
    best = Math.min(best, performance.now() - since)
  }
  return best
}

const listed = (text: string): string[] => text.split('|')
const key = 'KEY'
const begin = `${'-'.repeat(5)}BEGIN `
/** Each is repeated until it fills a megabyte. */
const handMade: readonly string[] = [
  ...'a=-._/:\\"%[\n你😀',
  '\ud800',
  ...listed('sk-|ask-|_sk-|._|eyJ|eyJ.|_eyJ|eyJhbGciOiJI.|eyJhbGciOiJI.eyJzdWIiOiIx |://|://a:|://a:b|://a:b@|a@a:'),
  ...listed(
    'password=|password="|password=a|passwordkeykeykey|password="password=\'password=`|<password>|密码是|口令：a',
  ),
  ...listed('token:|token:a1b2c3d4:|token is |--token |-token -|api_key=|api key is |token=\\"token=\\\\\\"'),
  ...listed('bearer |bearer a|authorization: |authorization=|authorization: basic |basic YWFhYWFhYWE |"auth":"'),
  ...listed('1234567890:AA|:AA|hooks.slack.com/services/|api/webhooks/123456/|tskey-auth-|SG.a.|A3-AAAAAA-'),
  ...listed(`curl -u a:|curl -u |--user a:b |${begin}|${begin}PRIVATE ${key}-----|${begin}PRIVATE ${key}-----" `),
  ...listed(
    'Private-Lines: 4 |iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4|://aaaaaaaaaaaaaaaaaaaaaaaaa',
  ),
]

describe('one megabyte of the worst', () => {
  test.each(handMade)('of %j', (unit) => {
    expect(timeOf(repeated(unit))).toBeLessThan(mostMs)
  })

  const unitsOf = (opening: string): string[] => [
    opening,
    `${opening} `,
    `${opening}a1`,
    `${opening}-0a.`,
    `${opening}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7`,
  ]
  test.each(secretTable.map((row, index) => [`${row.kind} (row ${index})`, row] as const))(
    'for %s',
    (_, row) => {
      // Openings of one row differ in their letters and not in what follows.
      const openings = [...new Set([row.openings[0] ?? '', row.openings.at(-1) ?? ''])]
      for (const unit of openings.flatMap(unitsOf)) expect(timeOf(repeated(unit)), unit).toBeLessThan(mostMs)
    },
    120_000,
  )

  test('of what chance puts together', () => {
    const pieces = [
      ...new Set([...secretTable.flatMap(({ openings }) => openings), ...handMade, 'a', '0', 'aZ09'.repeat(9)]),
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), (units) => {
        expect(timeOf(repeated(units.join('')))).toBeLessThan(mostMs)
      }),
      { numRuns: 50 },
    )
  }, 120_000)
})
