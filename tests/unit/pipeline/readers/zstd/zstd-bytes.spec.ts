/**
 * The decoded bytes of a compressed log: the same ones whichever way a frame is decoded.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { logBytes } from '../../../../../src/pipeline/readers/log-bytes.ts'
import { countingSource } from '../../../../support/counting-source.ts'
import { watchLoop } from '../../../../support/event-loop.ts'
import { frame, rawFrame, runFrame, skippable } from '../../../../support/zstd-log.ts'

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** What a file decodes to: the offset of a frame and its content, in order. */
async function decoded(file: Buffer, maxReadBytes = Number.POSITIVE_INFINITY): Promise<[number, Buffer][]> {
  const source = await countingSource(file, { maxReadBytes }).open('f')
  const found: [number, Buffer][] = []
  let expected = 0
  for await (const { bytes, offset, frameOffset = -1, damage } of (await logBytes(source)).blocks()) {
    expect(damage).toBeUndefined()
    expect(offset).toBe(expected)
    expected += bytes.length
    const last = found.at(-1)
    // Bytes are gone when the next ones come.
    if (last?.[0] === frameOffset) last[1] = Buffer.concat([last[1], bytes])
    else found.push([frameOffset, Buffer.from(bytes)])
  }
  return found
}

/** Around everything that is a limit to somebody: held compressed, decoded at once, held decoded. */
const contents: readonly Buffer[] = [
  randomBytes(1),
  randomBytes(64 * kibibyte - 20),
  randomBytes(64 * kibibyte + 20),
  Buffer.alloc(256 * kibibyte - 1, 'a'),
  Buffer.alloc(256 * kibibyte, 'b'),
  Buffer.alloc(256 * kibibyte + 1, 'c'),
  randomBytes(300 * kibibyte),
  Buffer.alloc(4 * mebibyte, 'd'),
  Buffer.alloc(4 * mebibyte + 1, 'e'),
  randomBytes(5 * mebibyte),
  randomBytes(1),
]

test.each([Number.POSITIVE_INFINITY, 100_003, 997])(
  'frames of any size come whole and in place, in reads of %d bytes',
  async (size) => {
    const parts = contents.map((content) => frame(content))
    const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0))
    const found = await decoded(Buffer.concat(parts), size)
    expect(found.map(([offset]) => offset)).toEqual(offsets)
    expect(found.map(([, bytes], index) => bytes.equals(contents[index]!))).toEqual(contents.map(() => true))
  },
)

test('a small frame is given out whole, wherever reads cut it', async () => {
  const part = frame(randomBytes(30_000))
  const source = await countingSource(Buffer.concat([part, part, part]), { maxReadBytes: 997 }).open('f')
  const lengths: number[] = []
  for await (const { bytes } of (await logBytes(source)).blocks()) lengths.push(bytes.length)
  expect(lengths).toEqual([30_000, 30_000, 30_000])
})

test('frames that stand for nothing let timers in', async () => {
  const nothing = Buffer.concat(Array.from({ length: 2_000 }, () => Buffer.concat([rawFrame(''), skippable('')])))
  const file = Buffer.concat([frame('a'), ...Array.from({ length: 5 }, () => nothing), frame('b')])
  // Less than a block, so that no read lets one in.
  expect(file.length).toBeLessThan(256 * kibibyte)
  let found: [number, Buffer][] = []
  const { ticks, elapsedMs } = await watchLoop(async () => (found = await decoded(file)))
  expect(found.map(([, bytes]) => bytes.toString())).toEqual(['a', 'b'])
  expect(ticks).toBeGreaterThanOrEqual(Math.floor(elapsedMs / 200))
  expect(ticks).toBeGreaterThan(1)
})

test('frames that decode to very much let timers in too', async () => {
  const file = Buffer.concat([frame('a'), ...Array.from({ length: 20 }, () => runFrame(0x20, 20 * mebibyte))])
  const source = await countingSource(file).open('f')
  const { blocks } = await logBytes(source)
  let bytes = 0
  const { ticks, elapsedMs } = await watchLoop(async () => {
    for await (const block of blocks()) bytes += block.bytes.length
  })
  expect(bytes).toBe(1 + 400 * mebibyte)
  expect(ticks).toBeGreaterThanOrEqual(Math.floor(elapsedMs / 200))
})

test('what was given out is given back when the next is asked for', async () => {
  const source = await countingSource(Buffer.concat([frame('one'), frame('two')])).open('f')
  const blocks = (await logBytes(source)).blocks()
  const first = await blocks.next()
  expect(first.value?.bytes.toString()).toBe('one')
  await blocks.next()
  expect(first.value?.bytes).toHaveLength(0)
  await blocks.return()
})
