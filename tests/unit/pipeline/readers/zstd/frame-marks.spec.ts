import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { frameMarks } from '../../../../../src/pipeline/readers/zstd/frame-marks.ts'
import { turns } from '../../../../../src/pipeline/turns.ts'
import { countingSource } from '../../../../support/counting-source.ts'
import { frame, rawFrame } from '../../../../support/zstd-log.ts'

const random = (bytes: number): Buffer => frame(randomBytes(bytes))
const marksOf = async (file: Buffer, from = 0): Promise<readonly number[]> =>
  frameMarks(await countingSource(file).open('f'), from, turns())

/** Offsets of these frames when they stand one behind the other. */
const offsets = (frames: readonly Buffer[]): number[] => {
  let at = 0
  return frames.map(({ length }) => (at += length) - length)
}

test('marks frames that are at least 256 KiB apart, the first one among them', async () => {
  const frames = Array.from({ length: 40 }, () => random(50_000))
  const marks = await marksOf(Buffer.concat(frames))
  expect(marks[0]).toBe(0)
  expect(marks.length).toBeGreaterThan(4)
  for (const [index, mark] of marks.entries()) {
    expect(offsets(frames)).toContain(mark)
    if (index > 0) expect(mark - marks[index - 1]!).toBeGreaterThanOrEqual(256 * 1024)
  }
})

test('begins where it is told to', async () => {
  const frames = Array.from({ length: 10 }, () => random(100_000))
  expect((await marksOf(Buffer.concat(frames), offsets(frames)[3]))[0]).toBe(offsets(frames)[3])
})

test('marks one place in a file of one frame, and in one that is none', async () => {
  expect(await marksOf(random(3_000_000))).toEqual([0])
  expect(await marksOf(Buffer.alloc(1_000_000))).toEqual([0])
})

test('marks no frame that a walk gone astray runs into: it goes back from there', async () => {
  const frames = Array.from({ length: 12 }, () => rawFrame(randomBytes(300_000), 100_000))
  // The last block of the frame in the middle claims seven bytes of the frame behind it.
  const spoilt = Buffer.from(frames[6]!)
  const blockHeader = 6 + 2 * 100_003
  spoilt.writeUIntLE(spoilt.readUIntLE(blockHeader, 3) + (7 << 3), blockHeader, 3)
  const file = Buffer.concat(frames.map((part, index) => (index === 6 ? spoilt : part)))
  const marks = await marksOf(file)
  const at = offsets(frames)
  expect(marks).toEqual(expect.arrayContaining([at[0], at[4], at[9]]))
  expect(marks).not.toContain(at[7])
})
