import { describe, expect, test } from 'vitest'
import { CallId } from '../../../src/pipeline/index.ts'
import type { CallPair } from '../../../src/stages/index.ts'
import { OpenCalls } from '../../../src/stages/open-calls.ts'

const call = (order: number): CallPair => ({ order, callId: CallId('a'), name: 'bash', status: 'running', time: order })

describe('OpenCalls', () => {
  test('gives the oldest call of a key back, then the next, then none', () => {
    const open = new OpenCalls()
    for (const order of [0, 1]) open.add('key', call(order))
    expect([open.take('key')?.order, open.take('key')?.order, open.take('key')]).toEqual([0, 1, undefined])
    expect(open.take('other')).toBeUndefined()
  })

  test('gives the oldest of all back, across keys', () => {
    const open = new OpenCalls()
    open.add('x', call(0))
    open.add('y', call(1))
    open.add('x', call(2))
    open.take('x')
    expect([open.takeOldest().order, open.takeOldest().order, open.size]).toEqual([1, 2, 0])
  })

  test('goes on from a saved state as if it had never stopped', () => {
    const open = new OpenCalls()
    for (const [key, order] of [
      ['x', 0],
      ['y', 1],
      ['x', 2],
      ['y', 3],
    ] as const)
      open.add(key, call(order))
    open.take('x')
    const resumed = new OpenCalls(structuredClone(open.save()))
    expect(resumed.size).toBe(3)
    expect([resumed.takeOldest().order, resumed.take('x')?.order, resumed.takeOldest().order]).toEqual([1, 2, 3])
  })

  test('is not changed by what is done with its saved state', () => {
    const open = new OpenCalls()
    open.add('x', call(0))
    new OpenCalls(open.save()).take('x')
    expect(open.size).toBe(1)
    expect(open.take('x')?.order).toBe(0)
  })
})
