import { describe, expect, test } from 'vitest'
import { blockBytes, byteBlocks, readBytes } from '../../../../src/pipeline/readers/byte-blocks.ts'
import type { ByteSource } from '../../../../src/pipeline/readers/index.ts'
import { countingSource } from '../../../support/counting-source.ts'

const file = Buffer.from(Array.from({ length: 2 * readBytes + 777 }, (_, at) => (at * 31) % 251))

async function bytesOf(blocks: ReturnType<typeof byteBlocks>): Promise<{ bytes: Buffer; offsets: number[] }> {
  const parts: Buffer[] = []
  const offsets: number[] = []
  for await (const { bytes, offset } of blocks) {
    parts.push(Buffer.from(bytes))
    offsets.push(offset)
  }
  return { bytes: Buffer.concat(parts), offsets }
}

describe('the bytes of a file', () => {
  test('come in order, each exactly once', async () => {
    const counting = countingSource(file)
    const { bytes, offsets } = await bytesOf(byteBlocks(await counting.open('x'), 0, file.length))
    expect(bytes.equals(file)).toBe(true)
    expect(offsets).toEqual(offsets.map((_, index) => index * blockBytes))
    expect(offsets).toHaveLength(Math.ceil(file.length / blockBytes))
    expect(counting.timesRead.every((times) => times === 1)).toBe(true)
  })

  test('come once also when a read brings fewer than it was asked for', async () => {
    const counting = countingSource(file, { maxReadBytes: 10_007 })
    const { bytes } = await bytesOf(byteBlocks(await counting.open('x'), 0, file.length))
    expect(bytes.equals(file)).toBe(true)
    expect(counting.timesRead.every((times) => times === 1)).toBe(true)
  })

  test('come from one place up to another', async () => {
    const source = await countingSource(file).open('x')
    const { bytes } = await bytesOf(byteBlocks(source, 100, readBytes + 200))
    expect(bytes.equals(file.subarray(100, readBytes + 200))).toBe(true)
  })

  test('are none when there are none', async () => {
    expect((await bytesOf(byteBlocks(await countingSource('').open('x'), 0, 0))).offsets).toEqual([])
  })

  test('are asked for one read ahead and no further', async () => {
    const asked: number[] = []
    const source = await countingSource(file).open('x')
    const watched: ByteSource = { ...source, read: (into, offset) => (asked.push(offset), source.read(into, offset)) }
    const blocks = byteBlocks(watched, 0, file.length)
    await blocks.next()
    expect(asked).toEqual([0, readBytes])
    await blocks.return()
  })
})

describe('a file that became shorter', () => {
  test('is refused once its end is reached', async () => {
    const source = await countingSource(file, { remainingBytes: readBytes + 5 }).open('x')
    await expect(bytesOf(byteBlocks(source, 0, file.length))).rejects.toMatchObject({ code: 'LOG_CHANGED' })
  })
})

describe('a read that fails', () => {
  const failing: ByteSource = {
    size: 3 * readBytes,
    read: async (into, offset) => (offset === 0 ? into.byteLength : Promise.reject(new Error('disk'))),
    close: async () => undefined,
  }

  test('fails the block that needs it, with the same error', async () => {
    const blocks = byteBlocks(failing, 0, failing.size)
    for (let got = 0; got < readBytes; got += blockBytes) {
      await expect(blocks.next()).resolves.toMatchObject({ done: false })
    }
    await expect(blocks.next()).rejects.toThrow('disk')
  })

  test('troubles nobody who has left by then', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown): number => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    for await (const _ of byteBlocks(failing, 0, failing.size)) break
    await new Promise((resolve) => void setTimeout(resolve, 5))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })
})
