import { describe, expect, it } from 'vitest'
import { recallSnippet } from '../../../src/tools/recall-snippet.ts'

const snippet = (text: string, redact = true): string => recallSnippet(text, redact).snippet
const mask = '[redacted:cut-off]'
const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'

describe('recallSnippet', () => {
  it('masks a secret, and what it cuts it cuts before a mask', () => {
    expect(snippet('the password=hunter22 works')).toBe('the password=[redacted:password] works')
    const long = `${'word '.repeat(97)}password=hunter22hunter22 end`
    expect(recallSnippet(long, true)).toEqual({ snippet: long.slice(0, 494), snippet_truncated: true })
    expect(snippet('password=hunter22', false)).toBe('password=hunter22')
  })

  it.each([
    ['a run at the beginning', '…9f8a7b6c5d4e3f2a1b0c rest', `…${mask} rest`],
    ['a run at the end', 'the value is 9f8a7b6c5d4e3f2a…', `the value is ${mask}…`],
    ['runs at both ends', '…9f8a7b6c5d4e3f2a and 9f8a7b6c5d4e3f2a…', `…${mask} and ${mask}…`],
    ['one run from edge to edge', `…${line}…`, `…${mask}…`],
    ['the lines of a key block', `…abc ${line} ${line} found`, `…${mask} found`],
    ['such lines before the end', `found ${line} ${line} abc…`, `found ${mask}…`],
  ])('masks at an edge that is marked: %s', (_, text, shown) => {
    expect(snippet(text)).toBe(shown)
    expect(snippet(text, false)).toBe(text)
  })

  it.each([
    ['a short run', '…abcdef and then…'],
    ['15 characters', '…abcdefghijklmno rest'],
    ['no edge at all', `${'x'.repeat(100)} is not cut`],
    ['an edge inside', `a ${'x'.repeat(100)}… b`],
    ['Chinese', '…我们决定重试队列我们决定重试队列…'],
    ['only the marks', '……'],
    ['one mark', '…'],
    ['nothing', ''],
  ])('leaves as it is: %s', (_, text) => {
    expect(recallSnippet(text, true)).toEqual({ snippet: text, snippet_truncated: false })
  })

  it('is well-formed and never longer than 500 units, whatever it is made from', () => {
    for (const text of [
      'a\ud800b',
      '\udc00',
      `${'😀'.repeat(400)}…`,
      `…${'=a'.repeat(50_000)}…`,
      '\ud800'.repeat(900),
    ]) {
      for (const redact of [true, false]) {
        const value = snippet(text, redact)
        expect(value.isWellFormed()).toBe(true)
        expect(value.length).toBeLessThanOrEqual(500)
      }
    }
  })
})
