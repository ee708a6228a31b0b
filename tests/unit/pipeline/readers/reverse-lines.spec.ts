import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineCutter, type LineSink } from '../../../../src/pipeline/readers/lines.ts'
import { reverseLineCutter } from '../../../../src/pipeline/readers/reverse-lines.ts'

type Said = readonly [what: 'line' | 'too long' | 'unfinished', offset: number, text: string | number | undefined]

/** A sink that writes down what it is handed, as copies. */
function recording(): { readonly sink: LineSink; readonly said: Said[] } {
  const said: Said[] = []
  const sink: LineSink = {
    line: (bytes, start, end, offset) => void said.push(['line', offset, bytes.toString('utf8', start, end)]),
    tooLong: (offset, length) => void said.push(['too long', offset, length]),
    unfinished: (bytes, offset, length) => void said.push(['unfinished', offset, bytes?.toString('utf8') ?? length]),
  }
  return { sink, said }
}

/** Feeds `text` back to front in pieces of these sizes, over and over. */
function backwards(text: string, sizes: readonly number[], maxLineBytes = 1000): Said[] {
  const { sink, said } = recording()
  const cutter = reverseLineCutter(sink, maxLineBytes)
  const bytes = Buffer.from(text)
  for (let end = bytes.length, turn = 0; end > 0; turn++) {
    const start = Math.max(0, end - (sizes[turn % sizes.length] as number))
    // A buffer of its own that is overwritten afterwards: blocks are reused.
    const block = Buffer.from(bytes.subarray(start, end))
    cutter.feed(block, start)
    block.fill(0)
    end = start
  }
  cutter.end()
  return said
}

function forwards(text: string, maxLineBytes = 1000): Said[] {
  const { sink, said } = recording()
  const cutter = lineCutter(sink, maxLineBytes)
  cutter.feed(Buffer.from(text), 0)
  cutter.end()
  return said
}

test('hands over the last line first', () => {
  expect(backwards('a\nbc\n\nd\n', [100])).toEqual([
    ['line', 6, 'd'],
    ['line', 5, ''],
    ['line', 2, 'bc'],
    ['line', 0, 'a'],
  ])
})

test('yields what the forward cutter yields, the other way round, wherever blocks end', () => {
  const texts = fc
    .array(fc.constantFrom('\n', 'a', 'é', '\r', 'a line ', '\0'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(texts, sizes, fc.integer({ min: 0, max: 12 }), (text, blockSizes, maxLineBytes) => {
      expect(backwards(text, blockSizes, maxLineBytes)).toEqual(forwards(text, maxLineBytes).toReversed())
    }),
    { numRuns: 3000 },
  )
})

test('counts a line that is too long by its bytes and holds none of them', () => {
  expect(backwards(`a\n${'b'.repeat(5000)}\nc\n`, [7], 10)).toEqual([
    ['line', 5003, 'c'],
    ['too long', 2, 5000],
    ['line', 0, 'a'],
  ])
})

describe('cut', () => {
  test('ends a line where something unreadable stands before it', () => {
    const { sink, said } = recording()
    const cutter = reverseLineCutter(sink, 100)
    cutter.feed(Buffer.from('rest of a line\nb\n'), 50)
    cutter.cut()
    cutter.feed(Buffer.from('c\nbroken o'), 0)
    cutter.end()
    expect(said).toEqual([
      ['line', 65, 'b'],
      ['line', 50, 'rest of a line'],
      ['line', 0, 'c'],
    ])
  })

  test('takes an empty line at the beginning of a stretch for what it is', () => {
    const { sink, said } = recording()
    const cutter = reverseLineCutter(sink, 100)
    cutter.feed(Buffer.from('\na\n'), 10)
    cutter.cut()
    cutter.cut()
    cutter.end()
    expect(said).toEqual([
      ['line', 11, 'a'],
      ['line', 10, ''],
    ])
  })
})
