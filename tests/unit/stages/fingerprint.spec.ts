import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprint } from '../../../src/stages/index.ts'
import { anyText } from '../../support/hostile-text.ts'
import { runKernel } from '../../support/kernels.ts'

const of = (callId: string): string => runKernel(fingerprint<{ callId: string }>(), [{ callId }])[0]!.callId

describe('fingerprint', () => {
  test("turns 'call-alpha' into 80db97f9e7bc", () => {
    expect(of('call-alpha')).toBe('80db97f9e7bc')
  })

  test('is the first 12 hex digits of the SHA-256 of any id, also an empty or a broken one', () => {
    const expected = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 12)
    fc.assert(
      fc.property(anyText, (id) => {
        expect(of(id)).toBe(expected(id))
      }),
    )
  })

  test('takes another hash when a door has one', () => {
    const stage = fingerprint<object>({ sha256: (text) => `${text}-0123456789abcdef` })
    expect(runKernel(stage, [{ callId: 'a' }])).toEqual([{ callId: 'a-0123456789' }])
  })

  test('leaves the rest of an item and items without an id as they are', () => {
    const plain = { kind: 'retention' }
    const [first, second] = runKernel(fingerprint<object>(), [{ callId: 'a', name: 'bash' }, plain])
    expect(first).toEqual({ callId: of('a'), name: 'bash' })
    expect(second).toBe(plain)
  })
})
