import { expect, test } from 'vitest'
import { isRecord, isSeq } from '../../../src/pipeline/event.ts'

test.each([0, 1, Number.MAX_SAFE_INTEGER])('%s can be a seq', (value) => {
  expect(isSeq(value)).toBe(true)
})

test.each([-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, Infinity, '1', null, undefined, 1n])(
  '%s cannot be a seq',
  (value) => {
    expect(isSeq(value)).toBe(false)
  },
)

test('an object with keys is a record; null, a list and a plain value are none', () => {
  expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true])
  expect([null, [], 'a', 7, undefined].map(isRecord)).toEqual([false, false, false, false, false])
})
