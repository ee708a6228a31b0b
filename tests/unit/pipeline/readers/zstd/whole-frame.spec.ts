/**
 * Small frames, decoded at once.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeWhole, letGo } from '../../../../../src/pipeline/readers/zstd/whole-frame.ts'
import { frame, handMade, runFrame } from '../../../../support/zstd-log.ts'

const most = 256 * 1024

test.each([0, 1, 30_000, most - 1, most])('a frame of %d bytes is decoded', (length) => {
  const content = randomBytes(length)
  expect(decodeWhole(frame(content))?.equals(content)).toBe(true)
})

test('a frame that decodes to more than 256 KiB is left to others, however small it is', () => {
  expect(decodeWhole(frame(Buffer.alloc(most + 1)))).toBeUndefined()
  expect(decodeWhole(runFrame(0, 1e9))).toBeUndefined()
})

test('a frame with any byte changed is refused, or its content is what it was', () => {
  const content = 'some text, some more text'
  const sound = frame(content)
  const outcomes = Array.from(sound, (byte, at) => {
    const bad = Buffer.from(sound)
    bad[at] = byte ^ 0x10
    try {
      return String(decodeWhole(bad))
    } catch {
      return 'refused'
    }
  })
  expect(outcomes.filter((outcome) => outcome !== content && outcome !== 'refused')).toEqual([])
  // The content and its checksum.
  expect(new Set(outcomes.slice(-content.length - 4))).toEqual(new Set(['refused']))
})

test('a frame that is cut off, and bytes that are none, are refused', () => {
  const sound = frame('some text')
  for (let length = 1; length < sound.length; length++)
    expect(() => decodeWhole(sound.subarray(0, length))).toThrow(/./)
  expect(() => decodeWhole(Buffer.from('no frame at all'))).toThrow(/./)
  expect(() => decodeWhole(handMade([{ kind: 'reserved', bytes: Buffer.alloc(9) }]))).toThrow(/./)
})

test('memory that was let go is gone at once', () => {
  const decoded = decodeWhole(frame('some text'))!
  letGo(decoded)
  expect(decoded).toHaveLength(0)
})

test('of several frames in one call Node decodes the first and says nothing: they must come one by one', () => {
  expect(zstdDecompressSync(Buffer.concat([frame('one'), frame('two')])).toString()).toBe('one')
})
