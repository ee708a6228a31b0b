/**
 * Frames too large to be held back until their checksum is seen, and records in them that are read again.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { referenceConversation } from '../support/reference.ts'
import { see } from '../support/see.ts'
import { frame, frames, handMade, rawFrame, runFrame } from '../support/zstd-log.ts'

/** More than the 4 MiB that are held back. */
const manyDeltas: readonly string[] = Array.from({ length: 50_000 }, (_, index) => `delta ${index}`)

const messages = (story: LogBuilder, from: number, to: number): LogBuilder => {
  for (let index = from; index < to; index++) story.user(`message ${index}`)
  return story
}

/** A stream, ten messages, a longer stream, ten messages, and at the end a summary of the newest nine. */
const streamed = 15_000
const story = messages(messages(log().deltas(manyDeltas.slice(0, streamed)), 0, 10).deltas(manyDeltas), 10, 20)
const [start = 0, end = 0] = [story.surface.at(-9), story.surface.at(-1)]
story.replace(start, end, 'in short')
const lines = story.lines()
const expected = referenceConversation(story.events)

const largeAt = 1 + streamed + 10
/** The second reading begins with the messages: more than 1 MiB stands before them. */
const before = [
  ...frames(lines.slice(0, 1 + streamed), streamed),
  ...lines.slice(1 + streamed, largeAt).map((line) => frame(`${line}\n`)),
]
const large = lines.slice(largeAt, largeAt + manyDeltas.length)
const after = lines.slice(largeAt + manyDeltas.length)
const largeFrame = frame(asText(large))

test('records on both sides of a large frame are found again', async () => {
  expect(expected.messages.map(({ text }) => text)).toEqual(['message 8', 'message 9', 'message 10', 'in short'])
  const content = Buffer.concat([...before, largeFrame, ...after.map((line) => frame(`${line}\n`))])
  const { views, report } = await see(content)
  expect(views.conversation).toEqual(expected)
  expect(report).toMatchObject({ damagedRecords: 0, rereadRecords: 3 })
})

test('records inside a large frame are found again', async () => {
  const { views, report } = await see(frame(asText(lines)))
  expect(views.conversation).toEqual(expected)
  expect(report).toMatchObject({ damagedRecords: 0, rereadRecords: 3 })
})

test.each([1, 0.6])('and so they are when the large frame is corrupt, at %d of its length', async (share) => {
  const bad = Buffer.from(largeFrame)
  bad[Math.floor(share * (bad.length - 1))]! ^= 1
  const content = Buffer.concat([...before, bad, ...after.map((line) => frame(`${line}\n`))])
  // Small reads fall on other places of the file in the second reading.
  for (const maxReadBytes of [997, 100_003]) {
    const { views, report } = await see(content, { maxReadBytes })
    expect(views.conversation).toEqual(expected)
    // What was passed on of it before it turned out corrupt is used; the end is not, and is counted.
    expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq, rereadRecords: 3 })
    expect(report.firstDamage).toMatchObject({
      byte: Buffer.concat(before).length,
      reason: 'a corrupt zstd frame',
    })
  }
})

test('a block that says it is larger than any may be does not hide what follows', async () => {
  const wrong = handMade([{ kind: 'raw', bytes: Buffer.alloc(10), size: 2_000_000 }])
  // More than the walk would go back for.
  const following = [...large, ...after].map((line) => rawFrame(`${line}\n`))
  const content = Buffer.concat([...before, wrong, ...following])
  expect(Buffer.concat(following).length).toBeGreaterThan(2_000_000)
  const { views, report } = await see(content)
  expect(views.conversation).toEqual(expected)
  expect(report).toMatchObject({ damagedRecords: 1, records: lines.length })
})

test('a small frame that decodes to very much costs no more than a record may', async () => {
  const bomb = runFrame(0, 100 * 1024 * 1024)
  expect(bomb.length).toBeLessThan(10_000)
  const content = Buffer.concat([...before, bomb, frame('\n'), ...after.map((line) => frame(`${line}\n`))])
  const { views, report } = await see(content)
  expect(views.conversation).toEqual(expected)
  // The run of NUL bytes; the stream that is not there is no second damage.
  expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq })
})
