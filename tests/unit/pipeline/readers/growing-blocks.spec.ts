import { expect, test } from 'vitest'
import type { ByteSource } from '../../../../src/pipeline/readers/index.ts'
import { growingBlocks, type GrowingFile } from '../../../../src/pipeline/readers/growing-blocks.ts'

/** A file in memory that grows by these pieces, one whenever its end has been reached. */
function growing(
  first: string,
  ...later: readonly string[]
): GrowingFile & { readonly asked: readonly number[]; readonly reads: () => number } {
  let content = Buffer.from(first)
  let reads = 0
  const pieces = [...later]
  const asked: number[] = []
  const source: ByteSource = {
    size: content.length,
    async read(into, offset) {
      reads += 1
      return content.copy(into, 0, offset)
    },
    close: async () => undefined,
  }
  const reached = (): void => undefined
  const more = async (offset: number): Promise<boolean> => {
    asked.push(offset)
    const piece = pieces.shift()
    if (piece !== undefined) content = Buffer.concat([content, Buffer.from(piece)])
    return piece !== undefined
  }
  return { source, reached, more, asked, reads: () => reads }
}

async function blocksOf(file: GrowingFile, from = 0): Promise<[number, string][]> {
  const blocks: [number, string][] = []
  for await (const { bytes, offset } of growingBlocks(file, from)) blocks.push([offset, bytes.toString()])
  return blocks
}

test('yields what is there, then what comes', async () => {
  const file = growing('ab', 'cd', 'e')
  expect(await blocksOf(file)).toEqual([
    [0, 'ab'],
    [2, 'cd'],
    [4, 'e'],
  ])
  expect(file.asked).toEqual([2, 4, 5])
})

test('begins where it is told to', async () => {
  expect(await blocksOf(growing('abc', 'd'), 2)).toEqual([
    [2, 'c'],
    [3, 'd'],
  ])
})

test('asks again when it was woken for nothing', async () => {
  const file = growing('', '', '', 'a')
  expect(await blocksOf(file)).toEqual([[0, 'a']])
  expect(file.asked).toEqual([0, 0, 0, 1])
})

test('never crosses the end the file had when it was opened', async () => {
  const file = growing('abc')
  const { source } = file
  // It has grown since.
  const longer = {
    ...file,
    source: {
      ...source,
      read: async (into: Uint8Array, offset: number) => Buffer.from('abcdef').copy(into, 0, offset),
    },
  }
  expect(await blocksOf(longer)).toEqual([
    [0, 'abc'],
    [3, 'def'],
  ])
})

test('reads nothing ahead', async () => {
  const file = growing('a'.repeat(1_000_000))
  const blocks = growingBlocks(file, 0)
  await blocks.next()
  await new Promise((resolve) => void setTimeout(resolve, 5))
  expect(file.reads()).toBe(1)
  await blocks.return()
})
