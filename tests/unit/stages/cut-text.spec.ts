import { expect, test } from 'vitest'
import { cutText, units, type CutTextOptions } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'

const cut = (text: string, options: CutTextOptions = {}): unknown => runKernel(cutText(options), [{ text, seq: 1 }])[0]

test('leaves a text alone that is short enough', () => {
  const item = { text: 'é'.repeat(5) }
  expect(runKernel(cutText({ maxItemSize: 10 }), [item])[0]).toBe(item)
})

test('cuts between code points and says so', () => {
  expect(cut('aé'.repeat(5), { maxItemSize: 5 })).toEqual({ text: 'aéa', seq: 1, truncated: true })
  expect(cut('aé'.repeat(5), { maxItemSize: 5, unit: units.characters })).toMatchObject({ text: 'aéaéa' })
})

test('cuts at 4096 bytes when told nothing', () => {
  expect(cut('x'.repeat(4096))).toEqual({ text: 'x'.repeat(4096), seq: 1 })
  expect(cut('x'.repeat(4097))).toEqual({ text: 'x'.repeat(4096), seq: 1, truncated: true })
})

test('masks secrets, also one across the cut, unless told not to', () => {
  expect(cut('password=hunter22')).toEqual({ text: 'password=[redacted:password]', seq: 1 })
  expect(cut(`${'x '.repeat(20)}password=hunter22`, { maxItemSize: 52 })).toMatchObject({
    text: expect.not.stringContaining('hunt') as string,
    truncated: true,
  })
  expect(cut('password=hunter22', { redact: false })).toEqual({ text: 'password=hunter22', seq: 1 })
})
