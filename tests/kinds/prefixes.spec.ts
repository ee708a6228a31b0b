/**
 * A log cut off anywhere shows its complete records, and one damaged one at most.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatedLines } from '../../bench/log-generator.ts'
import { generatedEvents } from '../../bench/generated-events.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { logs } from '../support/arbitraries.ts'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { referenceActivity, referenceConversation, referenceTitle } from '../support/reference.ts'
import { see, seenOrRefused, type Seen, type Views } from '../support/see.ts'
import { frame, frames, rawFrame } from '../support/zstd-log.ts'

interface Told {
  readonly events: readonly LogEvent[]
  readonly lines: readonly string[]
  readonly fromSeq?: number
}

/** What the first `count` events say. */
const referenceOf = ({ events, fromSeq = 0 }: Told, count: number): Views => {
  const some = events.slice(0, count)
  return {
    conversation: referenceConversation(some),
    activity: referenceActivity(some, { fromSeq }),
    title: referenceTitle(some),
  }
}

/** How many events so many lines hold, the header among them. */
const eventsIn = (lines: readonly string[], count: number): number =>
  lines.slice(1, count).reduce((total, line) => {
    const { data } = JSON.parse(line) as { data: { texts?: unknown[]; args?: unknown[] } | null }
    return total + (/^\{"type":"[a-z-]+-chunks"/.test(line) ? ((data?.texts ?? data?.args)?.length ?? 0) : 1)
  }, 0)

const lineEnds = (file: Buffer): number => file.reduce((total, byte) => total + (byte === 0x0a ? 1 : 0), 0)

/** Expects that the first `length` bytes of a plain log say what their complete lines say. */
async function isPrefix(told: Told, file: Buffer, length: number): Promise<void> {
  const cut = file.subarray(0, length)
  const complete = lineEnds(cut)
  const seen = await seenOrRefused(() => see(cut))
  if (complete === 0) {
    expect(seen).toMatchObject({ code: length === 0 ? 'LOG_EMPTY' : 'LOG_HEADER_INVALID' })
    return
  }
  const { views, report } = seen as Seen
  const count = eventsIn(told.lines, complete)
  expect(views).toEqual(referenceOf(told, count))
  expect(report.damagedRecords).toBe(cut.at(-1) === 0x0a ? 0 : 1)
  expect(report.capturedThroughSeq).toBe(count === 0 ? null : count - 1)
}

/** Expects that the first `length` bytes of a compressed log say what some of its records say, all of whole frames. */
async function isFramePrefix(
  told: Told,
  parts: readonly Buffer[],
  linesUpTo: readonly number[],
  length: number,
): Promise<void> {
  const ends = parts.map((_, index) => Buffer.concat(parts.slice(0, index + 1)).length)
  const whole = ends.filter((end) => end <= length).length
  const seen = await seenOrRefused(() => see(Buffer.concat(parts).subarray(0, length)))
  const leastLines = linesUpTo[whole - 1] ?? 0
  if ('code' in seen) {
    expect(leastLines).toBe(0)
    expect(seen.code).toMatch(/^LOG_(EMPTY|HEADER_INVALID)$/)
    return
  }
  const { views, report } = seen
  const count = (report.capturedThroughSeq ?? -1) + 1
  expect(count).toBeGreaterThanOrEqual(eventsIn(told.lines, leastLines))
  expect(count).toBeLessThanOrEqual(eventsIn(told.lines, linesUpTo[whole] ?? leastLines))
  expect(views).toEqual(referenceOf(told, count))
  expect(report.damagedRecords).toBe(ends.includes(length) ? 0 : 1)
}

const small = log()
  .turn()
  .user('one 😀')
  .deltas(['a', 'b', 'c'])
  .assistant('two')
  .call('a', 'bash')
  .result('a')
  .checkpoint('in short')
  .user('three')

describe('a small log, cut at every byte', () => {
  test.each([false, true])('plain, packed: %s', async (packed) => {
    const told = { events: small.events, lines: small.lines({ packed }) }
    const file = Buffer.from(asText(told.lines))
    for (let length = 0; length <= file.length; length++) await isPrefix(told, file, length)
  })

  test.each([1, 4])('in zstd frames of %i records', async (perFrame) => {
    const told = { events: small.events, lines: small.lines() }
    const parts = frames(told.lines, perFrame)
    const linesUpTo = parts.map((_, index) => Math.min(1 + index * perFrame, told.lines.length))
    const { length } = Buffer.concat(parts)
    for (let at = 0; at <= length; at += perFrame === 1 ? 3 : 1) await isFramePrefix(told, parts, linesUpTo, at)
  })

  test('in one zstd frame of small blocks', async () => {
    const told = { events: small.events, lines: small.lines() }
    const part = rawFrame(asText(told.lines), 70)
    for (let at = 0; at <= part.length; at += 3) await isFramePrefix(told, [part], [told.lines.length], at)
  })
})

describe('larger logs, cut at 1,000 random bytes', () => {
  const generated = { events: 600, seed: 3 }
  const events = [...generatedEvents(generated)]

  test.each([false, true])('plain, packed: %s', async (packed) => {
    const told = { events, lines: [...generatedLines({ ...generated, packed })] }
    const file = Buffer.from(asText(told.lines))
    const cuts = fc.sample(fc.nat(file.length), { numRuns: 250, seed: 1 })
    for (const length of cuts) await isPrefix(told, file, length)
  })

  test('compressed, 50 records to a frame', async () => {
    const told = { events, lines: [...generatedLines({ ...generated, packed: true })] }
    const parts = frames(told.lines, 50)
    const linesUpTo = parts.map((_, index) => Math.min(1 + index * 50, told.lines.length))
    const cuts = fc.sample(fc.nat(Buffer.concat(parts).length), { numRuns: 250, seed: 2 })
    for (const length of cuts) await isFramePrefix(told, parts, linesUpTo, length)
  })

  test('of any kind, plain and in one frame', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), async (story, packed, share) => {
        const { seedLength: fromSeq = 0 } = story.header
        const told = { events: story.events, lines: story.lines({ packed }), fromSeq }
        const file = Buffer.from(asText(told.lines))
        await isPrefix(told, file, Math.floor(share * file.length))
        const part = frame(file)
        await isFramePrefix(told, [part], [told.lines.length], Math.floor(share * part.length))
      }),
      { numRuns: 250 },
    )
  })
})
