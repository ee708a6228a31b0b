import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logs } from '../../../../support/arbitraries.ts'
import { log, type LogBuilder } from '../../../../support/log-builder.ts'
import { readBothWays } from '../../../../support/read-both-ways.ts'
import { readReverse } from '../../../../support/read-reverse.ts'
import { asText, readText } from '../../../../support/read-text.ts'
import { spoiling } from '../../../../support/spoilt-bytes.ts'

const messages = ['user/message', 'assistant/message']
const story = (): LogBuilder =>
  log().turn().user('a').deltas(['b', 'c', 'd', 'e', 'f']).assistant('g').user('h').endTurn()

/** The lines of the story with some of them changed. */
const changed = (change: (lines: string[]) => void): string => {
  const lines = story().lines()
  change(lines)
  return asText(lines)
}

/** What both ways make of a log; they must say the same of it, asked for everything and for messages alone. */
async function found(text: string): Promise<object> {
  expect(await readBothWays(text)).toBe('same')
  expect(await readBothWays(text, { reads: messages })).toBe('same')
  const { events, report } = await readReverse(text, { reads: messages })
  const { damagedRecords, firstDamage, newestDamage, capturedThroughSeq } = report
  expect(firstDamage).toEqual((await readText(text, { reads: messages })).report.firstDamage)
  return {
    seqs: events.map(({ seq }) => seq),
    damagedRecords,
    line: firstDamage?.record,
    newest: newestDamage?.reason,
    capturedThroughSeq,
  }
}

describe('a damaged log', () => {
  test('whose last line has no end keeps all records before it and is one damage', async () => {
    expect(await found(story().text().slice(0, -1))).toMatchObject({
      seqs: [8, 7, 1],
      damagedRecords: 1,
      line: 11,
      newest: expect.stringContaining('without a line end') as string,
    })
  })

  test('that ends in NULs is one damage, however many they are', async () => {
    expect(await found(story().text() + '\0'.repeat(300_000))).toMatchObject({
      seqs: [8, 7, 1],
      damagedRecords: 1,
      line: 12,
    })
    const { report } = await readReverse(story().text() + '\0'.repeat(300_000), { maxRecordBytes: 1000 })
    expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 9 })
  })

  test('with a malformed line keeps its neighbours', async () => {
    expect(await found(changed((lines) => (lines[5] = 'no json')))).toMatchObject({
      seqs: [8, 7, 1],
      damagedRecords: 1,
      line: 6,
    })
    expect(await found(changed((lines) => (lines[8] = '7')))).toMatchObject({
      seqs: [8, 1],
      damagedRecords: 1,
      line: 9,
    })
  })

  test('with a gap in its seqs counts it where the forward reader counts it', async () => {
    expect(await found(changed((lines) => lines.splice(4, 2)))).toMatchObject({ damagedRecords: 1, line: 5 })
    expect(await found(changed((lines) => lines.splice(1, 1)))).toMatchObject({ damagedRecords: 1, line: 2 })
  })

  test('with a second header keeps what stands around it', async () => {
    expect(await found(changed((lines) => lines.splice(5, 0, lines[0]!)))).toMatchObject({ damagedRecords: 1, line: 6 })
  })

  test('with a record over the limit skips it by its bytes', async () => {
    const text = log().user('a').user('x'.repeat(500_000)).user('c').text()
    const { events, report } = await readReverse(text, { maxRecordBytes: 10_000 })
    expect(events.map(({ seq }) => seq)).toEqual([2, 0])
    expect(report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 3 } })
  })

  test('in any way gives the same events, or asks for a full read', async () => {
    const many = fc.array(spoiling, { minLength: 1, maxLength: 3 })
    const reads = fc.constantFrom(undefined, [], messages, ['assistant/chunk'])
    let same = 0
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), reads, many, async (built, packed, asked, spoil) => {
        const bytes = Buffer.from(built.text({ packed }))
        const headerEnd = bytes.indexOf('\n') + 1
        const spoilt = spoil.reduce<Buffer>((left, change) => change(left, headerEnd), bytes)
        const comparison = await readBothWays(spoilt, { reads: asked, withFigures: false })
        if (comparison === 'same') same += 1
      }),
      { numRuns: 1500 },
    )
    // Most kinds of damage are no reason for a full read.
    expect(same).toBeGreaterThan(750)
  })
})

describe('seqs that do not grow along the file', () => {
  test.each([
    ['a record twice', (lines: string[]) => void lines.splice(9, 0, lines[8]!)],
    ['records in another order', (lines: string[]) => void lines.splice(8, 2, lines[9]!, lines[8]!)],
    ['a seq far ahead', (lines: string[]) => (lines[4] = lines[4]!.replace(/"seq":\d+/, '"seq":900'))],
  ])('need a full read: %s', async (_, change) => {
    expect(await readBothWays(changed((lines) => void change(lines)))).toBe('needs a full read')
    expect(
      await readBothWays(
        changed((lines) => void change(lines)),
        { reads: messages },
      ),
    ).toBe('needs a full read')
  })
})

describe('a record nobody asks for', () => {
  test('is passed over unparsed when everything around it fits: damage inside it is none', async () => {
    const text = changed((lines) => (lines[5] = lines[5]!.replace('"chunk":{', '"chunk":[{')))
    expect(await found(text)).toMatchObject({ seqs: [8, 7, 1], damagedRecords: 0 })
    expect((await readReverse(text)).report.damagedRecords).toBe(1)
  })

  test('is parsed when the older record does not lead to it', async () => {
    const broken = (lines: string[], at: number): void =>
      void (lines[at] = lines[at]!.replace('"chunk":{', '"chunk":[{'))
    expect(await found(changed((lines) => (broken(lines, 5), void (lines[4] = '{}'))))).toMatchObject({
      damagedRecords: 2,
    })
    expect(await found(changed((lines) => (broken(lines, 5), void lines.splice(4, 1))))).toMatchObject({
      damagedRecords: 1,
    })
  })

  test('is parsed when it stands last or first', async () => {
    const deltas = log().deltas(['a', 'b', 'c']).lines()
    deltas[3] = deltas[3]!.replace('"chunk":{', '"chunk":[{')
    expect(await readReverse(asText(deltas), { reads: messages })).toMatchObject({
      report: { damagedRecords: 1, capturedThroughSeq: 1 },
    })
  })

  test.each([
    [
      'a message glued behind a torn delta',
      (lines: string[]) => void lines.splice(5, 5, `${lines[5]!.slice(0, 60)}${lines[9]!}`),
    ],
    ['its type twice', (lines: string[]) => (lines[5] = lines[5]!.replace('"data":', '"type":"user/message","data":'))],
    [
      'its type twice, far behind',
      (lines: string[]) => (lines[5] = lines[5]!.replace('"text":', '"text":"a","type":"x","text":')),
    ],
    [
      'its type escaped',
      (lines: string[]) => (lines[9] = lines[9]!.replace('user/message', String.raw`user\/message`)),
    ],
    [
      'other keys first',
      (lines: string[]) => (lines[5] = JSON.stringify({ seq: 4, ...(JSON.parse(lines[5]!) as object) })),
    ],
    ['white space in it', (lines: string[]) => (lines[5] = ` ${lines[5]!.replaceAll('":', '" : ')}`)],
    ['NULs inside', (lines: string[]) => (lines[5] = lines[5]!.replace('"text":"', '"text":"\0\0'))],
    [
      'a place on the surface it must not have',
      (lines: string[]) => (lines[5] = lines[5]!.replace(/\}$/, ',"surfaceOp":{"op":"replace","start":1,"end":1}}')),
    ],
    ['a message without its place', (lines: string[]) => (lines[8] = lines[8]!.replace(',"surfaceOp":"append"', ''))],
    ['a seq with a fraction', (lines: string[]) => (lines[5] = lines[5]!.replace('"seq":4', '"seq":4.5'))],
  ])('is looked at as the forward reader looks at it: %s', async (_, change) => {
    for (const reads of [messages, ['turn/end'], []]) {
      const comparison = await readBothWays(
        changed((lines) => void change(lines)),
        { reads },
      )
      expect(comparison).not.toBe('refused')
    }
  })

  test('may be a packed row', async () => {
    const text = story().text({ packed: true })
    expect(await readBothWays(text, { reads: messages })).toBe('same')
    expect(await readBothWays(text.replace('"dt":[', '"dt":[1,'), { reads: messages })).toBe('needs a full read')
  })

  test('of an unknown type is counted, and refused when it claims a place on the surface', async () => {
    const unknown = log().user('a').event('plugin/thing', {}).user('b')
    expect((await readReverse(unknown.text(), { reads: messages })).report).toMatchObject({ unknownEvents: 1 })
    const claiming = log().user('a').event('plugin/thing', {}, { surfaceOp: 'append' }).user('b')
    expect(await readBothWays(claiming.text(), { reads: messages })).toBe('refused')
  })
})
