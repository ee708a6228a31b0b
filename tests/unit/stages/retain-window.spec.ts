import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose, LogError, StageError, type LogEvent } from '../../../src/pipeline/index.ts'
import {
  filterBlocks,
  foldSurface,
  retainWindow,
  surfaceNodes,
  units,
  wellFormed,
  type Kept,
  type Message,
  type Retention,
  type RetainWindowOptions,
} from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log } from '../../support/log-builder.ts'

interface Item {
  readonly seq: number
  readonly text: string
}
interface Answer {
  readonly kept: readonly Kept<Item>[]
  readonly retention: Retention
}

/** What is kept of texts that came one after the other. */
function retain(texts: readonly string[], options: RetainWindowOptions): Answer {
  const stage = compose(wellFormed<Item>(), surfaceNodes<Item>(options.unit), retainWindow<Item>(options))
  const out = runKernel(
    stage,
    texts.map((text, seq) => ({ seq, text })),
  )
  return { kept: out.slice(0, -1) as Kept<Item>[], retention: out.at(-1) as Retention }
}
const texts = ({ kept }: Answer): string[] => kept.map(({ text }) => text)
const figures = ({ eligible, returned, omitted }: Retention): unknown =>
  [eligible, returned, omitted].map(({ items, size }) => [items, size])

describe('what is kept', () => {
  test('are the newest items, oldest first, and then the figures', () => {
    const answer = retain(['one', 'two', 'three', 'four'], { maxItems: 2 })
    expect(texts(answer)).toEqual(['three', 'four'])
    expect(answer.retention).toEqual({
      kind: 'retention',
      eligible: { items: 4, size: 15 },
      returned: { items: 2, size: 9 },
      omitted: { items: 2, size: 6 },
    })
  })

  test('is everything when there is room', () => {
    const answer = retain(['one', 'two'], { maxItems: 8, maxSize: 100, maxItemSize: 50 })
    expect(answer.kept).toEqual([
      { seq: 0, text: 'one' },
      { seq: 1, text: 'two' },
    ])
    expect(figures(answer.retention)).toEqual([
      [2, 6],
      [2, 6],
      [0, 0],
    ])
  })

  test('is nothing when there was nothing', () => {
    expect(figures(retain([], { maxItems: 3 }).retention)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('an item longer than its bound', () => {
  test.each([
    ['你', 4094],
    ['😀', 4093],
  ])('is cut between two characters and says so: %s across byte 4,096', (character, length) => {
    const answer = retain([`${'a'.repeat(length)}${character}`], { maxItems: 1, maxItemSize: 4096 })
    expect(answer.kept).toEqual([{ seq: 0, text: 'a'.repeat(length), truncated: true }])
    expect(figures(answer.retention)).toMatchObject([
      [1, Buffer.byteLength(character) + length],
      [1, length],
      [0, Buffer.byteLength(character)],
    ])
  })

  test('of exactly its bound is whole', () => {
    expect(retain([`${'a'.repeat(4092)}😀`], { maxItems: 1, maxItemSize: 4096 }).kept[0]).not.toHaveProperty(
      'truncated',
    )
  })

  test('never lets its neighbours be cut', () => {
    expect(texts(retain(['short', 'x'.repeat(99), 'late'], { maxItems: 3, maxItemSize: 10 }))).toEqual([
      'short',
      'x'.repeat(10),
      'late',
    ])
  })
})

describe('the budget of all items', () => {
  test('cuts the item that crosses it to what is left, and ends there', () => {
    const answer = retain(['oldest', 'older', 'newest'], { maxItems: 3, maxSize: 9 })
    expect(answer.kept).toEqual([
      { seq: 1, text: 'old', truncated: true },
      { seq: 2, text: 'newest' },
    ])
    expect(figures(answer.retention)).toEqual([
      [3, 17],
      [2, 9],
      [1, 8],
    ])
  })

  test('ends with the item that crosses it, also when a byte is left that an older one would fit into', () => {
    const answer = retain(['a', 'b😀', 'cd'], { maxItems: 3, maxSize: 4 })
    expect(texts(answer)).toEqual(['b', 'cd'])
    expect(figures(answer.retention)).toEqual([
      [3, 8],
      [2, 3],
      [1, 5],
    ])
  })

  test('goes on after an item that was cut by its own bound alone', () => {
    expect(texts(retain(['a', 'b😀', 'cd'], { maxItems: 3, maxSize: 9, maxItemSize: 2 }))).toEqual(['a', 'b', 'cd'])
  })

  test('ends at an item that would be cut to nothing, also when an older one would fit', () => {
    const answer = retain(['a', '😀', 'bcd'], { maxItems: 3, maxSize: 6 })
    expect(texts(answer)).toEqual(['bcd'])
    expect(figures(answer.retention)).toEqual([
      [3, 8],
      [1, 3],
      [2, 5],
    ])
  })

  test('met exactly keeps no empty item', () => {
    expect(texts(retain(['older', 'newest'], { maxItems: 3, maxSize: 6 }))).toEqual(['newest'])
  })
})

describe('any text within any budget', () => {
  /** Emoji, CJK, combining marks, joined emoji and lone surrogates. */
  const pieces = ['a', '😀', '𠮷', '你', 'e\u0301\u0323', '👩‍👩‍👧', '\ud83d', '\ude00', '\n']
  const anyText = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  const budget = fc.integer({ min: 0, max: 64 })
  const anyUnit = fc.constantFrom(units.bytes, units.utf16, units.characters)

  test('is met exactly, with valid UTF-8 on character boundaries and figures that add up', () => {
    fc.assert(
      fc.property(
        fc.array(anyText, { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        budget,
        budget,
        anyUnit,
        (said, maxItems, maxSize, maxItemSize, unit) => {
          const { kept, retention } = retain(said, { maxItems, maxSize, maxItemSize, unit })
          const { eligible, returned, omitted } = retention
          const whole = said.map((one) => one.toWellFormed())
          for (const { seq, text, truncated } of kept) {
            expect(text).not.toBe('')
            expect(text.isWellFormed()).toBe(true)
            expect(whole[seq]!.startsWith(text)).toBe(true)
            expect(truncated).toBe(text === whole[seq] ? undefined : true)
            expect(unit.size(text)).toBeLessThanOrEqual(maxItemSize)
            // Cut no earlier than it had to be.
            const next = String.fromCodePoint(whole[seq]!.codePointAt(text.length) ?? 0)
            const spent = kept
              .slice(kept.findIndex((item) => item.seq === seq))
              .reduce((sum, item) => sum + unit.size(item.text), 0)
            if (truncated === true)
              expect(unit.size(next) > Math.min(maxItemSize - unit.size(text), maxSize - spent)).toBe(true)
          }
          const total = (all: readonly string[]): number => all.reduce((sum, one) => sum + unit.size(one), 0)
          expect(eligible).toEqual({ items: said.length, size: total(whole) })
          expect(returned).toEqual({ items: kept.length, size: total(kept.map((item) => item.text)) })
          expect(returned.size).toBeLessThanOrEqual(maxSize)
          expect(returned.items).toBeLessThanOrEqual(maxItems)
          expect(omitted).toEqual({ items: eligible.items - returned.items, size: eligible.size - returned.size })
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a replace', () => {
  const said = compose(filterBlocks(), wellFormed<Message>())
  const kept = (events: readonly LogEvent[], maxItems: number): unknown[] =>
    runKernel(compose(foldSurface(said, { newest: maxItems }), retainWindow<Message>({ maxItems })), events)

  test('takes what it shadows out of the window and out of the figures', () => {
    const out = kept(log().user('one').user('two').user('three').replace(1, 2, 'both').events, 3)
    expect(out.slice(0, -1)).toMatchObject([{ text: 'one' }, { text: 'both' }])
    expect(out.at(-1)).toMatchObject({ eligible: { items: 2, size: 7 }, omitted: { items: 0, size: 0 } })
  })

  test('stands where the first node stood that it shadows, not where it came', () => {
    const out = kept(log().user('one').user('two').user('three').replace(0, 0, 'again').events, 2)
    expect(out.slice(0, -1)).toMatchObject([{ text: 'two' }, { text: 'three' }])
  })

  test('that brings back text it had let go is refused when no reader can fetch it', () => {
    const story = log()
    for (let message = 0; message < 9; message++) story.user(`message ${message}`)
    expect(() => kept(story.replace(5, 8, 'late').events, 2)).toThrow(StageError)
    try {
      kept(story.events, 2)
    } catch (error) {
      expect((error as StageError).cause).toBeInstanceOf(LogError)
      expect((error as StageError).cause).toMatchObject({ code: 'LOG_REREAD_FAILED' })
    }
  })
})

test.each([0, -1, Number.NaN])('a window of %s items is refused', (maxItems) => {
  expect(() => retainWindow({ maxItems })).toThrow(RangeError)
})

test('an item without text has no size and is never cut', () => {
  const edits = [0, 1].map((place) => ({
    kind: 'node' as const,
    place,
    seq: place,
    item: { place },
    size: 0,
    position: 0,
  }))
  const out = runKernel(retainWindow<object>({ maxItems: 5, maxSize: 0, maxItemSize: 0 }), edits)
  expect(out).toMatchObject([{ place: 0 }, { place: 1 }, { returned: { items: 2, size: 0 } }])
})
