/**
 * The table, row by row: what each kind finds, what it leaves, and where it is documented.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../../../src/stages/secrets/find-secrets.ts'
import { secretTable } from '../../../../src/stages/secrets/secret-table.ts'
import { maskText } from '../../../../src/stages/redact.ts'
import { harmlessTexts, secretSamples } from '../../../support/secret-samples.ts'
import { isLeftOf, surroundings } from '../../../support/planted-secrets.ts'

const kinds = [...new Set(secretTable.map(({ kind }) => kind))]
const short = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

describe('the table of secrets', () => {
  test('names its kinds in kebab-case, and a published source for each', () => {
    for (const { kind, source } of secretTable) {
      expect(kind).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(source).toMatch(/^(?:https:\/\/|RFC \d+)/)
    }
  })

  test('asks a row only behind three fixed units or more', () => {
    for (const { openings } of secretTable)
      for (const opening of openings) expect(opening.length).toBeGreaterThanOrEqual(3)
  })

  test('has a sample of every kind, and at least 60 in all', () => {
    expect(new Set(secretSamples.map(({ kind }) => kind))).toEqual(new Set(kinds))
    expect(secretSamples.length).toBeGreaterThanOrEqual(60)
  })

  test('is the table in docs/redaction.md', () => {
    const document = readFileSync(new URL('../../../../docs/redaction.md', import.meta.url), 'utf8')
    const documented = [...document.matchAll(/^\| `([a-z0-9-]+)` +\| ([^|]+?) +\|/gm)].map(
      ([, kind, source]) => `${kind} ${source}`,
    )
    const sources = kinds.map((kind) => {
      return `${kind} ${[...new Set(secretTable.filter((row) => row.kind === kind).map(({ source }) => source))].join(' · ')}`
    })
    expect(documented).toEqual(sources)
  })
})

describe('finds a secret and nothing else of the text', () => {
  test.each(secretSamples.map((sample, index) => [`${sample.kind} #${index}`, sample] as const))(
    '%s',
    (_, { kind, text, secret }) => {
      expect(findSecrets(text).map((found) => [found.kind, text.slice(found.start, found.end)])).toEqual([
        [kind, secret],
      ])
    },
  )
})

describe('finds it whatever stands around it', () => {
  test.each(surroundings)('%j', (before, behind) => {
    const missed = secretSamples.filter((sample) => {
      const masked = maskText(`${before}${sample.text}${behind}`)
      return masked.redactions !== 1 || isLeftOf(sample, masked.text)
    })
    expect(missed.map(({ kind, text }) => `${kind} ${short(text)}`)).toEqual([])
  })
})

describe('finds a plain word behind the name of a password', () => {
  test.each([
    ['PGPASSWORD=horse_battery psql', 'horse_battery'],
    ['  POSTGRES_PASSWORD: horse_battery\n  ports:', 'horse_battery'],
    ['password=horsebattery;', 'horsebattery'],
    [`password: 'horse'`, 'horse'],
  ])('%s', (text, secret) => {
    expect(maskText(text).text).toBe(text.replace(secret, '[redacted:password]'))
  })

  test.each(['password=horse_battery,', 'password: horse_battery', 'Password: horses only', 'PASSWORD=horse()'])(
    'but not %s',
    (text) => {
      expect(maskText(text).redactions).toBe(0)
    },
  )
})

describe('leaves what only looks like a secret', () => {
  test.each(harmlessTexts.map((text) => [short(text), text] as const))('%s', (_, text) => {
    expect(maskText(text)).toEqual({ text, redactions: 0 })
    expect(maskText(` ${text}\n`)).toEqual({ text: ` ${text}\n`, redactions: 0 })
  })
})
