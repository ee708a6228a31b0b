import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wellFormed } from '../../../src/stages/index.ts'
import { anyText } from '../../support/hostile-text.ts'
import { runKernel } from '../../support/kernels.ts'

const said = (text: string): string => runKernel(wellFormed<{ text: string }>(), [{ text }])[0]!.text

test('a lone surrogate becomes U+FFFD, a pair stays', () => {
  expect(said('a\ud800b\udc00c😀')).toBe('a\ufffdb\ufffdc😀')
})

test('an item that is well-formed is passed on as it is', () => {
  const item = { text: 'é 你 😀 \u202e\u0000', seq: 7 }
  expect(runKernel(wellFormed<{ text: string }>(), [item])[0]).toBe(item)
})

test('nothing but the text changes', () => {
  expect(runKernel(wellFormed<{ text: string; seq: number }>(), [{ text: '\ud800', seq: 7 }])).toEqual([
    { text: '\ufffd', seq: 7 },
  ])
})

test('every text comes out as what its UTF-8 bytes say', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(said(text)).toBe(Buffer.from(text).toString())
    }),
  )
})
