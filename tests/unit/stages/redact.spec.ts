/**
 * The stage: masks what it finds, leaves every other item as the same object, and counts.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { collect, observe } from '../../../src/pipeline/index.ts'
import { maskText, redact, type Redacted } from '../../../src/stages/redact.ts'
import { opened } from '../../support/batching.ts'
import { deepFreeze } from '../../support/freeze.ts'
import { runKernel } from '../../support/kernels.ts'
import { testRealLogs, casePath } from '../../support/real-logs.ts'
import { readFileSync } from 'node:fs'

/** Written apart, so that no scanner takes this file for a key. */
const key = 'KEY'

interface Said {
  readonly seq: number
  readonly text: string
}
const redacted = (...items: readonly Said[]): readonly Redacted<Said>[] => runKernel(redact<Said>(), deepFreeze(items))

describe('redact', () => {
  test('puts a mask that names the kind in the place of a secret, and says how many', () => {
    const text = 'DB_PASSWORD=hunter22 and https://user:fakepass@host.example/'
    expect(redacted({ seq: 7, text })).toEqual([
      {
        seq: 7,
        text: 'DB_PASSWORD=[redacted:password] and https://user:[redacted:url-password]@host.example/',
        redactions: 2,
      },
    ])
  })

  test('passes an item without a secret on as it is', () => {
    const item = { seq: 7, text: 'password: string' }
    expect(redacted(item)[0]).toBe(item)
  })

  test('changes nothing that is masked already, and keeps its count', () => {
    const once = redacted({ seq: 7, text: 'TOKEN=a1b2c3d4e5f6g7h8' })
    expect(runKernel(redact<Said>(), once)[0]).toBe(once[0])
    expect(once[0]?.redactions).toBe(1)
  })

  test('adds to the count of an item that was masked before and got new text', () => {
    const item = { seq: 7, text: 'PASSWORD=hunter22', redactions: 2 }
    expect(redacted(item)[0]?.redactions).toBe(3)
  })

  test('is seen by observe, as every stage is', async () => {
    const { stage, report } = observe(redact<Said>())
    await collect(stage(opened([[{ seq: 1, text: 'PASSWORD=hunter22' }], [{ seq: 2, text: 'a' }]])))
    expect(report()).toMatchObject([{ stageName: 'redact', itemsIn: 2, itemsOut: 2, dropped: 0 }])
  })
})

describe('maskText', () => {
  test('serves a title', () => {
    expect(maskText('Deploy with TOKEN=a1b2c3d4e5f6g7h8 today')).toEqual({
      text: 'Deploy with TOKEN=[redacted:token] today',
      redactions: 1,
    })
    expect(maskText('')).toEqual({ text: '', redactions: 0 })
  })

  test('masks an opening without its end up to the end', () => {
    const opening = `${'-'.repeat(5)}BEGIN PRIVATE ${key}${'-'.repeat(5)}`
    expect(maskText(`see ${opening}\nMIIE and so on\n\nuntil here`).text).toBe('see [redacted:private-key]')
    expect(maskText(`see ${opening}`).text).toBe('see [redacted:private-key]')
  })

  test('keeps the address that a secret hangs on', () => {
    const hook = ['services', 'T0000AAAA', 'B0000AAAA', 'a1b2c3d4e5f6g7h8'].join('/')
    expect(maskText(`https://hooks.slack.com/${hook}`).text).toBe('https://hooks.slack.com/[redacted:slack-webhook]')
  })

  testRealLogs('leaves none of the credentials of case 30', () => {
    const { text, redactions } = maskText(readFileSync(casePath('30-secrets-in-args-results-errors'), 'utf8'))
    for (const secret of ['AAAABBBB', '0123456789abcdef', 'hunter2', 'FAKE-META', 'fakepass'])
      expect(text).not.toContain(secret)
    expect(redactions).toBe(7)
  })
})
