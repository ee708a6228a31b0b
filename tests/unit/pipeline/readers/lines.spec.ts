import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineCutter } from '../../../../src/pipeline/readers/lines.ts'

/** What a cutter said, in order. */
type Said = readonly [
  what: 'line' | 'too long' | 'unfinished',
  textOrLength: string | number | undefined,
  offset: number,
]

/** Feeds `file` in blocks of these sizes, over and over, each time in one and the same buffer, as a reader does. */
function cut(file: Buffer, blockSizes: readonly number[], maxLineBytes = 1_000): Said[] {
  const said: Said[] = []
  const cutter = lineCutter(
    {
      line: (bytes, start, end, offset) => said.push(['line', bytes.toString('utf8', start, end), offset]),
      tooLong: (offset, length) => said.push(['too long', length, offset]),
      unfinished: (bytes, offset, length) => said.push(['unfinished', bytes?.toString() ?? length, offset]),
    },
    maxLineBytes,
  )
  const block = Buffer.alloc(Math.max(...blockSizes, 1))
  for (let offset = 0, turn = 0; offset < file.length; turn++) {
    const size = Math.min(blockSizes[turn % blockSizes.length] ?? 1, file.length - offset)
    file.copy(block, 0, offset, offset + size)
    cutter.feed(block.subarray(0, size), offset)
    block.fill('#')
    offset += size
  }
  cutter.end()
  return said
}
const whole = (text: string, maxLineBytes?: number): Said[] => cut(Buffer.from(text), [1_000_000], maxLineBytes)

describe('a line', () => {
  test('ends at a line feed and knows where it began, in bytes', () => {
    expect(whole('é\nyo\n')).toEqual([
      ['line', 'é', 0],
      ['line', 'yo', 3],
    ])
  })

  test('may be empty', () => {
    expect(whole('\n\na\n')).toEqual([
      ['line', '', 0],
      ['line', '', 1],
      ['line', 'a', 2],
    ])
  })

  test.each(['\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])('does not end at %j', (character) => {
    const line = `a${character}b${character}`
    expect(whole(`${line}\n`)).toEqual([['line', line, 0]])
  })

  test('is the same wherever the bytes were cut, also inside a character', () => {
    const piece = fc.constantFrom('\n', '\r\n', 'a', 'line', '😀', '你', '\u2028', 'x'.repeat(12))
    const file = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join('')))
    const blockSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(file, blockSizes, fc.integer({ min: 1, max: 20 }), (bytes, sizes, maxLineBytes) => {
        expect(cut(bytes, sizes, maxLineBytes)).toEqual(cut(bytes, [1_000_000], maxLineBytes))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a line longer than allowed', () => {
  test('is skipped, its length and place are said, and its neighbours are whole', () => {
    expect(whole('ab\nabcde\nabcd\n', 4)).toEqual([
      ['line', 'ab', 0],
      ['too long', 5, 3],
      ['line', 'abcd', 9],
    ])
  })

  test('is measured to its end when it comes in pieces', () => {
    expect(cut(Buffer.from('abcdefghij\nk\n'), [3], 4)).toEqual([
      ['too long', 10, 0],
      ['line', 'k', 11],
    ])
  })
})

describe('what stands after the last line feed', () => {
  test('was not finished by its writer', () => {
    expect(whole('a\nhalf a li')).toEqual([
      ['line', 'a', 0],
      ['unfinished', 'half a li', 2],
    ])
  })

  test('is nothing in a file that ends with a line feed, and in an empty one', () => {
    expect(whole('a\n')).toHaveLength(1)
    expect(whole('')).toEqual([])
  })

  test('is only measured when it is too long', () => {
    expect(cut(Buffer.from('a\nabcdefgh'), [3], 4)).toEqual([
      ['line', 'a', 0],
      ['unfinished', 8, 2],
    ])
  })
})

test('a line that was begun is forgotten when it is dropped', () => {
  const lines: string[] = []
  const sink = { tooLong: () => undefined, unfinished: () => undefined }
  const cutter = lineCutter(
    { ...sink, line: (bytes, start, end) => lines.push(bytes.toString('utf8', start, end)) },
    99,
  )
  cutter.feed(Buffer.from('one\nhalf'), 0)
  cutter.drop()
  cutter.feed(Buffer.from('two\n'), 20)
  expect(lines).toEqual(['one', 'two'])
})
