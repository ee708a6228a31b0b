/**
 * The two texts of generated logs: one packs well, one does not, and nothing else differs.
 *
 * @module
 */
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { generatedEvents } from '../../bench/generated-events.ts'
import type { TextKind } from '../../bench/generated-text.ts'
import { generatedLines } from '../../bench/log-generator.ts'

const generated = { events: 5_000, seed: 3 }
const bytesOf = (text: TextKind): Buffer =>
  Buffer.from([...generatedLines({ ...generated, text, packed: true })].join('\n'))
const ratioOf = (bytes: Buffer): number => bytes.length / zstdCompressSync(bytes).length

test('the same seed tells the same bytes', () => {
  expect(bytesOf('varied').equals(bytesOf('varied'))).toBe(true)
  expect(bytesOf('repetitive').equals(bytesOf('varied'))).toBe(false)
})

test('varied text packs less than two thirds as well, at about the same size', () => {
  const [repetitive, varied] = [bytesOf('repetitive'), bytesOf('varied')]
  expect(ratioOf(varied)).toBeLessThan((ratioOf(repetitive) * 2) / 3)
  expect(Math.abs(varied.length / repetitive.length - 1)).toBeLessThan(0.2)
})

test('the mix of events is about the same', () => {
  const shareOf = (text: TextKind): number =>
    [...generatedEvents({ ...generated, text })].filter(({ type }) => type === 'assistant/chunk').length /
    generated.events
  expect(shareOf('varied')).toBeCloseTo(shareOf('repetitive'), 1)
})
