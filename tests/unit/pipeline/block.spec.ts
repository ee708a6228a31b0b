import { describe, expect, test } from 'vitest'
import { blockKind, textOf, type BlockKind } from '../../../src/pipeline/block.ts'

const keeping = (...kinds: BlockKind[]): ReadonlySet<BlockKind> => new Set(kinds)
const text = (value: unknown): object => ({ type: 'text', text: value })

describe('blockKind', () => {
  test.each(['text', 'reasoning', 'image', 'file', 'tool-call', 'tool-result'])('knows a %s block', (type) => {
    expect(blockKind({ type })).toBe(type)
  })

  test.each([{ type: 'plugin:note' }, { type: 'Text' }, { type: 7 }, {}, 'text', null, undefined, ['text']])(
    'calls %j unknown',
    (block) => {
      expect(blockKind(block)).toBe('unknown')
    },
  )
})

describe('textOf', () => {
  test('joins the kept blocks with one line feed and passes over the others', () => {
    const content = [text('one'), { type: 'image', text: 'no' }, text('two'), { type: 'reasoning', text: 'hidden' }]
    expect(textOf(content, keeping('text'))).toBe('one\ntwo')
  })

  test('keeps reasoning when it is asked for', () => {
    expect(textOf([{ type: 'reasoning', text: 'why' }, text('what')], keeping('reasoning'))).toBe('why')
  })

  test('never reads text of a kind that has none of its own', () => {
    const content = [
      { type: 'tool-result', text: 'no', content: [text('nested')] },
      { type: 'note', text: 'no' },
    ]
    expect(textOf(content, keeping('tool-result', 'unknown', 'text'))).toBe('')
  })

  test('gives an empty block its line', () => {
    expect(textOf([text('a'), text(''), text('b')], keeping('text'))).toBe('a\n\nb')
  })

  test('passes over a text block whose text is no string', () => {
    expect(textOf([text(7), text('a'), text(undefined)], keeping('text'))).toBe('a')
  })

  test.each(['text', undefined, null, { 0: text('a') }])('finds nothing in content that is no list: %j', (content) => {
    expect(textOf(content, keeping('text'))).toBe('')
  })
})
