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
import { frame, frames, runFrame } from '../support/zstd-log.ts'

/** More than the 4 MiB that are held back. */
const manyDeltas: readonly string[] = Array.from({ length: 50_000 }, (_, index) => `delta ${index}`)

const messages = (story: LogBuilder, from: number, to: number): LogBuilder => {
  for (let index = from; index < to; index++) story.user(`message ${index}`)
  return story
}

/** Ten messages, a long stream, ten messages, and at the end a summary of the newest nine. */
const story = messages(messages(log(), 0, 10).deltas(manyDeltas), 10, 20)
const [start = 0, end = 0] = [story.surface.at(-9), story.surface.at(-1)]
story.replace(start, end, 'in short')
const lines = story.lines()
const expected = referenceConversation(story.events)

const before = lines.slice(0, 11)
const large = lines.slice(11, 11 + manyDeltas.length)
const after = lines.slice(11 + manyDeltas.length)
const largeFrame = frame(asText(large))

test('records on both sides of a large frame are found again', async () => {
  expect(expected.messages.map(({ text }) => text)).toEqual(['message 8', 'message 9', 'message 10', 'in short'])
  const content = Buffer.concat([...frames(before), largeFrame, ...after.map((line) => frame(`${line}\n`))])
  const { views, report } = await see(content)
  expect(views.conversation).toEqual(expected)
  expect(report).toMatchObject({ damagedRecords: 0, rereadRecords: 3 })
})

test('records inside a large frame are found again', async () => {
  const { views, report } = await see(frame(asText(lines)))
  expect(views.conversation).toEqual(expected)
  expect(report).toMatchObject({ damagedRecords: 0, rereadRecords: 3 })
})

test.each([1, 3_000, 100_000])(
  'and so they are when the large frame is corrupt, in reads of at least %i bytes',
  async (least) => {
    const bad = Buffer.from(largeFrame)
    bad[bad.length - 1]! ^= 1
    const content = Buffer.concat([...frames(before), bad, ...after.map((line) => frame(`${line}\n`))])
    const { views, report } = await see(content, { maxReadBytes: Math.max(least, 997) })
    expect(views.conversation).toEqual(expected)
    // What was passed on of it before its checksum was seen is used; the end is not, and is counted.
    expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq, rereadRecords: 3 })
    expect(report.firstDamage).toMatchObject({
      byte: Buffer.concat(frames(before)).length,
      reason: 'a corrupt zstd frame',
    })
  },
)

test('a small frame that decodes to very much costs no more than a record may', async () => {
  const bomb = runFrame(0, 100 * 1024 * 1024)
  expect(bomb.length).toBeLessThan(10_000)
  const content = Buffer.concat([...frames(before), bomb, frame('\n'), ...after.map((line) => frame(`${line}\n`))])
  const { views, report } = await see(content)
  expect(views.conversation).toEqual(expected)
  // The run of NUL bytes; the stream that is not there is no second damage.
  expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: story.lastSeq })
})
