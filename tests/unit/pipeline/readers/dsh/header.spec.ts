import { describe, expect, test } from 'vitest'
import { parseHeader } from '../../../../../src/pipeline/readers/dsh/header.ts'
import { log } from '../../../../support/log-builder.ts'

const line = (changes: Readonly<Record<string, unknown>>): string => {
  const [header] = log({ id: 's-1' }).lines()
  return JSON.stringify({ ...(JSON.parse(header!) as object), ...changes })
}

describe('a header', () => {
  test('says everything it says, in the words of the model', () => {
    const whole = {
      version: 0,
      id: 's-1',
      createdAt: 1_700_000_000_000,
      cwd: '/srv/app',
      parentSession: 's-0',
      seedLength: 12,
      origin: 'subagent',
      delegationDepth: 1,
      agentPreset: 'reviewer',
    }
    expect(parseHeader(line(whole))).toEqual(whole)
  })

  test('leaves out what it does not say', () => {
    expect(parseHeader('{"type":"session","version":0,"id":"s","createdAt":1}')).toEqual({
      version: 0,
      id: 's',
      createdAt: 1,
    })
  })

  test('of an older writer has no version and no depth', () => {
    expect(parseHeader('{"type":"session","id":"s","createdAt":1}')).toEqual({ version: 0, id: 's', createdAt: 1 })
  })

  test('of a newer writer says whether anything was inherited', () => {
    expect(parseHeader(line({ version: 2, isSeeded: true }))).toMatchObject({ version: 2, isSeeded: true })
  })

  test('may have any string as its id, and keys that nobody knows', () => {
    expect(parseHeader(line({ id: '../../etc', unknown: { a: 1 } }))).toMatchObject({ id: '../../etc' })
    expect(parseHeader(line({ unknown: 1 }))).not.toHaveProperty('unknown')
  })

  test('may end with a carriage return', () => {
    expect(parseHeader(`${line({})}\r`).id).toBe('s-1')
  })
})

describe('a header that cannot be trusted', () => {
  test.each([
    ['the first line is not JSON', '{"type":"session"'],
    ['the first line is not a session header', '[]'],
    ['the first line is not a session header', 'null'],
    ['the first line is not a session header', log().turn().lines()[1]!],
    ['its version is not a whole number', line({ version: '0' })],
    ['its version is not a whole number', line({ version: -1 })],
    ['it has no session id', line({ id: 7 })],
    [
      'it has no createdAt in milliseconds: this is not a log of the DeepSeek Harness',
      line({ createdAt: '2026-01-01' }),
    ],
    ['a field that must be text is not', line({ cwd: 7 })],
    ['a field that must be text is not', line({ origin: null })],
    ['its seedLength is not a whole number', line({ seedLength: 1.5 })],
    ['its delegationDepth is not a whole number', line({ delegationDepth: -1 })],
    ['its isSeeded is neither true nor false', line({ isSeeded: 1 })],
  ])('%s: %s', (why, text) => {
    expect(() => parseHeader(text)).toThrow(
      expect.objectContaining({ code: 'LOG_HEADER_INVALID', message: `no header that can be trusted: ${why}` }),
    )
  })
})
