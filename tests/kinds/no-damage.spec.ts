/**
 * What only looks like damage.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { see, textsOf } from '../support/see.ts'

const story = log().turn().user('one').deltas(['delta']).assistant('two').user('three').endTurn()
const [header = '', turn = '', one = '', delta = '', two = '', three = '', end = ''] = story.lines()

/** A record with some of its fields changed. */
const changed = (line: string, fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...(JSON.parse(line) as object), ...fields })

describe('no damage at all', () => {
  test.each<[string, string]>([
    ['a byte order mark', `\ufeff${story.text()}`],
    ['carriage returns', story.text().replaceAll('\n', '\r\n')],
    ['blank lines', story.text().replaceAll('\n', '\n\n')],
    [
      'white space around values',
      asText(story.lines().map((line) => line.replaceAll('":', '" :\t').replaceAll(',"', ', "'))),
    ],
    ['times that go backwards', asText([header, turn, one, delta, changed(two, { time: 5 }), three, end])],
    ['a time before the epoch', asText([header, turn, one, delta, changed(two, { time: -1 }), three, end])],
  ])('is %s', async (_, text) => {
    const seen = await see(text)
    expect(textsOf(seen)).toEqual(['one', 'two', 'three'])
    expect(seen.report).toMatchObject({ damagedRecords: 0, capturedThroughSeq: 5 })
  })

  test.each(['\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'is a character that only looks like a line end: %j',
    async (character) => {
      const text = `before${character}after`
      // Raw where JSON allows it.
      const line = JSON.stringify({
        ...(JSON.parse(one) as { data: object }),
        data: { ...content(text), source: { kind: 'user' } },
      })
      const seen = await see(asText([header, turn, line]))
      expect(textsOf(seen)).toEqual([text])
      expect(seen.report.damagedRecords).toBe(0)
    },
  )

  test('are lone surrogates: they are shown as U+FFFD', async () => {
    const escaped = one.replace('one', String.raw`a\ud800b\udc00c`)
    const broken = Buffer.from(one.replace('one', 'aXb'))
    // A surrogate as three bytes, which no encoder writes.
    const raw = Buffer.concat([
      broken.subarray(0, broken.indexOf('X')),
      Buffer.from([0xed, 0xa0, 0x80]),
      broken.subarray(broken.indexOf('X') + 1),
    ])
    const seen = await see(asText([header, turn, escaped]))
    expect(textsOf(seen)).toEqual(['a\ufffdb\ufffdc'])
    const bytes = await see(Buffer.concat([Buffer.from(asText([header, turn])), raw, Buffer.from('\n')]))
    expect(textsOf(bytes)[0]).toMatch(/^a\ufffd+b$/)
  })

  const content = (text: string): object => ({ content: [{ type: 'text', text }], role: 'user' })
})
