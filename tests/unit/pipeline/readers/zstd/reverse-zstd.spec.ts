import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { first, pipe } from '../../../../../src/pipeline/index.ts'
import { openReverse } from '../../../../../src/pipeline/readers/index.ts'
import { logs } from '../../../../support/arbitraries.ts'
import { countingSource } from '../../../../support/counting-source.ts'
import { log } from '../../../../support/log-builder.ts'
import { framesOfBytes, readBothWays } from '../../../../support/read-both-ways.ts'
import { readReverse } from '../../../../support/read-reverse.ts'
import { asText } from '../../../../support/read-text.ts'
import { spoiling } from '../../../../support/spoilt-bytes.ts'
import { frame, frames, magic, rawFrame, skippable, zstdLog } from '../../../../support/zstd-log.ts'

const isCompressed = true

const story = log().turn()
for (let index = 0; index < 30; index++) story.user(`message ${index}`)
const lines = story.endTurn().lines()

/** A log that does not compress, so that its frames fill several stretches. */
const large = ((): string[] => {
  const told = log()
  for (let index = 0; index < 400; index++) told.user(`${index} ${randomBytes(3000).toString('base64')}`)
  return told.lines()
})()

describe('frames', () => {
  test.each<[string, () => Buffer]>([
    ['of one record', () => zstdLog(lines, 1)],
    ['of many records', () => zstdLog(lines, 200)],
    ['header and events in one', () => frame(asText(lines))],
    ['in small blocks', () => rawFrame(asText(lines), 100)],
    [
      'with skippable ones before and between',
      () => Buffer.concat([skippable('a'), ...frames(lines).flatMap((part) => [part, skippable('b')])]),
    ],
    ['with empty ones between', () => Buffer.concat(frames(lines).flatMap((part) => [part, frame('')]))],
    ['that end inside records', () => framesOfBytes(asText(lines), 97)],
    ['in many stretches', () => zstdLog(large, 3)],
    ['larger than a stretch', () => zstdLog(large, 150)],
    [
      'with a header over several of them',
      () => Buffer.concat([framesOfBytes(`${lines[0]}\n`, 20), zstdLog(lines.slice(1))]),
    ],
  ])('are decoded newest first: %s', async (_, make) => {
    expect(await readBothWays(make(), { isCompressed })).toBe('same')
    expect(await readBothWays(make(), { isCompressed, reads: ['turn/end'] })).toBe('same')
  })

  test('are not decoded before they are asked for', async () => {
    const file = zstdLog(large, 3)
    const opened = await openReverse('counted', { open: countingSource(file).open })
    expect((await first(pipe(opened.read)))?.seq).toBe(399)
    // The file once to find its frames, the last stretch of it once more.
    expect(opened.report.bytesRead).toBeLessThan(file.length + 700_000)
    expect(opened.report.records).toBeLessThan(10)
  })

  test('of more than 8 MiB are decoded again for what stands further up', async () => {
    const told = log()
    for (let index = 0; index < 200; index++) told.user(`${index} ${'text '.repeat(26_000)}`)
    expect(told.text().length).toBeGreaterThan(3 * 8 * 1024 * 1024)
    const file = frame(told.text())
    const { events, report } = await readReverse(file)
    expect(events.map(({ seq }) => seq)).toEqual(told.events.map(({ seq }) => seq).toReversed())
    expect(report).toMatchObject({ damagedRecords: 0, records: 201 })
  })
})

describe('damage', () => {
  const parts = frames(lines)
  const at = (index: number): number => Buffer.concat(parts.slice(0, index)).length
  const flipped = (part: Buffer): Buffer => {
    const bytes = Buffer.from(part)
    bytes[bytes.length - 1]! ^= 1
    return bytes
  }

  test.each<[string, (index: number) => Buffer]>([
    ['a wrong checksum', (index) => flipped(parts[index]!)],
    ['a frame without its end', (index) => parts[index]!.subarray(0, -7)],
    ['a frame without its beginning', (index) => parts[index]!.subarray(5)],
    ['garbage', () => Buffer.from('garbage')],
    ['a bare magic number', () => magic],
  ])('in the middle is counted once, where it is, and costs no neighbour: %s', async (_, middle) => {
    const file = Buffer.concat(parts.map((part, index) => (index === 10 ? middle(index) : part)))
    expect(await readBothWays(file, { isCompressed })).toBe('same')
    const { report } = await readReverse(file)
    expect(report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 11, byte: at(10) } })
  })

  test('at the end is a torn frame, wherever it is torn', async () => {
    const whole = Buffer.concat(frames(lines, 5))
    const last = frames(lines, 5).at(-1)!
    for (let missing = 1; missing <= last.length; missing++) {
      expect(await readBothWays(whole.subarray(0, -missing), { isCompressed })).toBe('same')
    }
  })

  test('of a torn frame leaves its complete records', async () => {
    const torn = Buffer.concat([...frames(lines.slice(0, 3)), rawFrame(asText(lines.slice(3)), 400).subarray(0, 2_000)])
    expect(await readBothWays(torn, { isCompressed })).toBe('same')
    expect((await readReverse(torn)).events.length).toBeGreaterThan(5)
  })

  test('in a frame of more than 4 MiB needs a full read: the front of it counts', async () => {
    const told = log()
    for (let index = 0; index < 60; index++) told.user(`${index} ${'text '.repeat(20_000)}`)
    const file = Buffer.concat([...frames(told.lines().slice(0, 2)), flipped(frame(asText(told.lines().slice(2))))])
    expect(await readBothWays(file, { isCompressed })).toBe('needs a full read')
  })

  test('of any kind gives the same events, or asks for a full read', async () => {
    const many = fc.array(spoiling, { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(
        logs,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        many,
        async (built, size, byBytes, spoil) => {
          const [header = Buffer.alloc(0), ...rest] = frames(built.lines(), size)
          const file = byBytes
            ? Buffer.concat([header, framesOfBytes(asText(built.lines().slice(1)), size * 50)])
            : Buffer.concat([header, ...rest])
          const spoilt = spoil.reduce<Buffer>((left, change) => change(left, header.length), file)
          await readBothWays(spoilt, { isCompressed, withFigures: false })
        },
      ),
      { numRuns: 800 },
    )
  })

  test('between stretches leads both ways to the same frames', async () => {
    const [header = Buffer.alloc(0), ...rest] = frames(large, 2)
    const file = Buffer.concat([header, ...rest])
    await fc.assert(
      fc.asyncProperty(fc.array(spoiling, { minLength: 1, maxLength: 4 }), async (spoil) => {
        const spoilt = spoil.reduce<Buffer>((left, change) => change(left, header.length), file)
        await readBothWays(spoilt, { isCompressed, withFigures: false })
      }),
      { numRuns: 150 },
    )
  })
})
