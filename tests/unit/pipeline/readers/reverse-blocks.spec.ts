import { expect, test } from 'vitest'
import type { LogError } from '../../../../src/pipeline/index.ts'
import { readFully, reverseBlocks } from '../../../../src/pipeline/readers/reverse-blocks.ts'
import { countingSource } from '../../../support/counting-source.ts'

const content = Buffer.from(Array.from({ length: 900_000 }, (_, at) => at % 251))

/** The file put together again from its blocks, which come last first. */
async function joined(from: number, until: number, maxReadBytes?: number): Promise<Buffer> {
  const source = await countingSource(content, maxReadBytes === undefined ? {} : { maxReadBytes }).open('f')
  const parts: Buffer[] = []
  let expected = until
  for await (const { bytes, offset } of reverseBlocks(source, from, until)) {
    expect(offset + bytes.length).toBe(expected)
    expected = offset
    parts.unshift(Buffer.from(bytes))
  }
  expect(expected).toBe(from)
  return Buffer.concat(parts)
}

test.each([
  [0, content.length],
  [0, 1],
  [17, 65_553],
  [17, 65_554],
  [1, 300_000],
])('yields every byte from %i to %i once, each block directly before the one before', async (from, until) => {
  expect(await joined(from, until)).toEqual(content.subarray(from, until))
})

test('puts short reads together', async () => {
  expect(await joined(5, 200_000, 999)).toEqual(content.subarray(5, 200_000))
})

test('yields nothing of nothing', async () => {
  expect(await joined(7, 7)).toHaveLength(0)
})

test('reads 64 KiB first, twice as much each time, 256 KiB at most, and nothing ahead', async () => {
  const source = countingSource(content)
  const read = (): number => source.timesRead.filter((times) => times > 0).length
  const totals: number[] = []
  for await (const _ of reverseBlocks(await source.open('f'), 0, content.length)) totals.push(read() / 1024)
  expect([...new Set(totals)].slice(0, -1)).toEqual([64, 192, 448, 704])
  expect(source.timesRead.every((times) => times === 1)).toBe(true)
})

test('is refused when the file has become shorter', async () => {
  const source = await countingSource(content, { remainingBytes: 1000 }).open('f')
  await expect(reverseBlocks(source, 0, 2000).next()).rejects.toMatchObject({
    code: 'LOG_CHANGED',
  } satisfies Partial<LogError>)
  await expect(readFully(source, Buffer.alloc(10), 995)).rejects.toMatchObject({ code: 'LOG_CHANGED' })
})
