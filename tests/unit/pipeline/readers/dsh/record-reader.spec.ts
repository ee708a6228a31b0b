import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StageError } from '../../../../../src/pipeline/index.ts'
import { overview } from '../../../../../src/stages/index.ts'
import { logs } from '../../../../support/arbitraries.ts'
import { log, type LogBuilder } from '../../../../support/log-builder.ts'
import { asText, readText, type ReadLog, type ReadTextOptions } from '../../../../support/read-text.ts'

/** Five records: seq n stands on line n + 2. */
const story = (): LogBuilder => log().turn().user('one').assistant('two').call('a', 'bash').endTurn()

/** Reads the story after something was done to its lines. */
async function after(damage: (lines: string[]) => readonly string[], options?: ReadTextOptions): Promise<ReadLog> {
  return readText(asText(damage(story().lines())), options)
}
const seqs = ({ events }: ReadLog): number[] => events.map(({ seq }) => seq)
/** Where line `index` (0 is the header) of the story begins. */
const byteOf = (index: number): number => asText(story().lines().slice(0, index)).length
const replaced =
  (index: number, line: string) =>
  (lines: string[]): string[] =>
    lines.with(index, line)
const changed =
  (index: number, change: object) =>
  (lines: string[]): string[] =>
    lines.with(index, JSON.stringify({ ...(JSON.parse(lines[index]!) as object), ...change }))

describe('a damaged record is skipped, counted and located, and its neighbours are read', () => {
  test.each<[string, (lines: string[]) => string[], string]>([
    [
      'torn in the middle',
      (lines) => lines.with(3, lines[3]!.slice(0, 50)),
      'a record that is not JSON: torn, or glued to another',
    ],
    ['no object', replaced(3, '[1,2]'), 'a record that is no object'],
    ['a number', replaced(3, '7'), 'a record that is no object'],
    ['a run of NUL bytes', replaced(3, '\0'.repeat(500)), 'a run of NUL bytes'],
    ['a second header', (lines) => lines.with(3, lines[0]!), 'a second header'],
    ['without a type', changed(3, { type: undefined }), 'a record without a type'],
    ['of a type that is no text', changed(3, { type: 7 }), 'a record without a type'],
    ['without a seq', changed(3, { seq: undefined }), 'an event whose seq is not a whole number'],
    ['with half a seq', changed(3, { seq: 2.5 }), 'an event whose seq is not a whole number'],
    ['with a time that is text', changed(3, { time: '12:00' }), 'an event whose time is not a number'],
    ['without data', changed(3, { data: undefined }), 'an event without data'],
    ['a message without content', changed(3, { data: {} }), 'an assistant message without content'],
    ['a message without a place', changed(3, { surfaceOp: undefined }), 'a message without a place on the surface'],
    [
      'a place on the surface for what is no message',
      changed(3, { type: 'session/title' }),
      'an event that is no message claims a place on the surface',
    ],
    ['a message in an unknown place', changed(3, { surfaceOp: 'prepend' }), 'a message without a place on the surface'],
  ])('%s', async (_, damage, reason) => {
    const read = await after(damage)
    expect(seqs(read)).toEqual([0, 1, 3, 4])
    expect(read.report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 4, records: 6 })
    expect(read.report.firstDamage).toEqual({ record: 4, byte: byteOf(3), reason })
  })

  test('two records glued together on one line', async () => {
    const read = await after((lines) => [...lines.slice(0, 3), lines[3]! + lines[4]!, lines[5]!])
    expect(seqs(read)).toEqual([0, 1, 4])
    expect(read.report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 4, byte: byteOf(3) } })
  })

  test('a record that was torn when the next one began', async () => {
    const read = await after((lines) => [...lines.slice(0, 3), lines[3]!.slice(0, 50) + lines[4]!, lines[5]!])
    expect(seqs(read)).toEqual([0, 1, 4])
    expect(read.report.damagedRecords).toBe(1)
  })

  test('a record longer than the limit', async () => {
    const long = log().user('short').user('x'.repeat(5_000)).user('short too')
    const read = await readText(long.text(), { maxRecordBytes: 1_000, maxReadBytes: 333 })
    expect(seqs(read)).toEqual([0, 2])
    expect(read.report).toMatchObject({ damagedRecords: 1, records: 4, firstDamage: { record: 3 } })
    expect(read.report.firstDamage?.reason).toMatch(/^a record of 5\d\d\d bytes, longer than the limit$/)
  })

  test('the first of several is the one that is located', async () => {
    const read = await after((lines) => lines.with(2, 'x').with(4, 'y'))
    expect(read.report).toMatchObject({ damagedRecords: 2, firstDamage: { record: 3, byte: byteOf(2) } })
  })
})

describe('the end of a log', () => {
  const torn = story().text().slice(0, -20)

  test('that was torn is damage, because its writer did not finish it', async () => {
    const read = await readText(torn)
    expect(seqs(read)).toEqual([0, 1, 2, 3])
    expect(read.report).toMatchObject({
      damagedRecords: 1,
      capturedThroughSeq: 3,
      firstDamage: { record: 6, byte: byteOf(5) },
    })
    expect(read.report.firstDamage?.reason).toMatch(
      /^a last record of \d+ bytes without a line end: torn, or still being/,
    )
  })

  test('that reads well is damage too when its line end is missing', async () => {
    const read = await readText(story().text().slice(0, -1))
    expect([seqs(read), read.report.damagedRecords]).toEqual([[0, 1, 2, 3], 1])
  })

  test('that is padded with NUL bytes is damage once', async () => {
    const read = await readText(story().text() + '\0'.repeat(5_000))
    expect(seqs(read)).toEqual([0, 1, 2, 3, 4])
    expect(read.report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 4 })
  })

  test('that consists of blanks is none', async () => {
    const read = await readText(`${story().text()}\n  \r\n \t`)
    expect([seqs(read), read.report.damagedRecords]).toEqual([[0, 1, 2, 3, 4], 0])
  })
})

describe('seqs', () => {
  test('that repeat are damage, and what was there first stays', async () => {
    const read = await after((lines) => [...lines.slice(0, 4), lines[3]!, ...lines.slice(4)])
    expect(seqs(read)).toEqual([0, 1, 2, 3, 4])
    expect(read.report).toMatchObject({
      damagedRecords: 1,
      firstDamage: { record: 5, reason: 'seq 2 was there before' },
    })
  })

  test('that go back are damage', async () => {
    const read = await after((lines) => [...lines, lines[1]!])
    expect([seqs(read), read.report.firstDamage?.reason]).toEqual([[0, 1, 2, 3, 4], 'seq 0 was there before'])
  })

  test('that are missing are damage, and what follows is read', async () => {
    const read = await after((lines) => lines.toSpliced(3, 1))
    expect(seqs(read)).toEqual([0, 1, 3, 4])
    expect(read.report).toMatchObject({
      damagedRecords: 1,
      firstDamage: { record: 4, reason: 'seq 2 is missing before seq 3' },
    })
  })

  test('that are missing at the beginning are damage', async () => {
    const read = await after((lines) => lines.toSpliced(1, 1))
    expect(read.report.firstDamage?.reason).toBe('seq 0 is missing before seq 1')
  })

  test('that are missing because a record is damaged are not damage once more', async () => {
    const read = await after((lines) => lines.with(2, 'torn').with(3, 'torn'))
    expect([seqs(read), read.report.damagedRecords]).toEqual([[0, 3, 4], 2])
  })
})

describe('an event of an unknown type', () => {
  const withEvent = (type: string, rest: object = {}): string => {
    const lines = log().turn().event(type, { planted: 'payload' }).endTurn().lines()
    return asText(changed(2, rest)(lines))
  }

  test('is skipped and counted', async () => {
    const read = await readText(withEvent('plugin/thing'))
    expect(seqs(read)).toEqual([0, 2])
    expect(read.report).toMatchObject({ unknownEvents: 1, damagedRecords: 0, capturedThroughSeq: 2 })
  })

  test('is not counted when its writer marked it ignorable', async () => {
    const read = await readText(withEvent('plugin/thing', { ignorable: true }))
    expect([seqs(read), read.report.unknownEvents]).toEqual([[0, 2], 0])
  })

  test('is counted when the mark says anything but true', async () => {
    expect((await readText(withEvent('plugin/thing', { ignorable: 'yes' }))).report.unknownEvents).toBe(1)
  })

  test('is yielded to whoever asks for it by name', async () => {
    const read = await readText(withEvent('plugin/thing'), { reads: ['plugin/thing'] })
    expect(read.events).toMatchObject([{ type: 'plugin/thing', seq: 1, data: { planted: 'payload' } }])
  })

  test.each([
    { surfaceOp: 'append' },
    { surfaceOp: { op: 'replace', start: 0, end: 0 } },
    { surfaceOp: 'append', ignorable: true },
  ])('refuses the log when it claims a place on the surface: %j', async (placement) => {
    const reading = readText(withEvent('plugin/thing', placement))
    await expect(reading).rejects.toMatchObject({ code: 'LOG_SURFACE_INVALID' })
    await expect(reading).rejects.not.toThrow(StageError)
    await expect(reading).rejects.not.toThrow('planted')
  })
})

describe('what nobody asks for', () => {
  const reads = overview().reads!

  test('is looked at all the same: its seq, its type and its damage', async () => {
    const damage = (lines: string[]): string[] =>
      changed(4, { type: 'plugin/thing' })(lines.with(2, '{"torn').toSpliced(4, 1))
    const read = await after(damage, { reads: ['turn/start'] })
    expect(seqs(read)).toEqual([0])
    expect(read.report.damagedRecords).toBe((await after(damage)).report.damagedRecords)
  })

  test('changes nothing in the events and figures of what is asked for, in any log', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), async (any, packed) => {
        const text = any.text({ packed })
        const [asked, whole] = [await readText(text, { reads }), await readText(text)]
        expect(asked.events).toEqual(whole.events.filter(({ type }) => reads.includes(type)))
        expect(asked.report).toEqual(whole.report)
      }),
      { numRuns: 100 },
    )
  })

  test('makes no difference whether it is parsed or not, in any log with any byte damaged', async () => {
    const wound = fc.tuple(
      fc.nat(10_000),
      fc.constantFrom('', '"', '}', '\n', '\0', ',"type":"x"', '9', '{"type":"turn/start"'),
    )
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), fc.array(wound, { maxLength: 3 }), async (any, packed, wounds) => {
        const lines = any.lines({ packed })
        let text = asText(lines)
        const from = lines[0]!.length + 1
        for (const [at, put] of wounds) {
          const place = from + (at % Math.max(1, text.length - from))
          text = text.slice(0, place) + put + text.slice(place + 1)
        }
        const outcome = (parseAll: boolean): Promise<unknown> =>
          readText(text, { reads, parseAll }).catch((error: unknown) => String(error))
        expect(await outcome(false)).toEqual(await outcome(true))
      }),
      { numRuns: 400 },
    )
  })
})
