import { describe, expect, test } from 'vitest'
import { CallId } from '../../../src/pipeline/index.ts'
import type { CallPair } from '../../../src/stages/index.ts'
import { OpenCalls } from '../../../src/stages/open-calls.ts'

const call = (order: number, callId = 'a'): CallPair => ({
  order,
  callId: CallId(callId),
  name: 'bash',
  status: 'running',
  time: order,
})

describe('OpenCalls', () => {
  test('gives the oldest call of an id back, then the next, then none', () => {
    const open = new OpenCalls()
    for (const order of [0, 1]) open.add(1, 1, call(order))
    expect([open.take('a', 1, 1)?.order, open.take('a', 1, 1)?.order, open.take('a', 1, 1)]).toEqual([0, 1, undefined])
    expect(open.take('other', 1, 1)).toBeUndefined()
  })

  test('tells calls of one id apart by turn and step, and by having none', () => {
    const open = new OpenCalls()
    const places = [
      [1, 1],
      [1, 2],
      [2, 1],
      [undefined, 1],
      [undefined, undefined],
    ] as const
    for (const [order, [turn, step]] of places.entries()) open.add(turn, step, call(order))
    expect(open.take('a', 2, 2)).toBeUndefined()
    expect(places.toReversed().map(([turn, step]) => open.take('a', turn, step)?.order)).toEqual([4, 3, 2, 1, 0])
    expect(open.size).toBe(0)
  })

  test('gives the oldest of all back, across ids', () => {
    const open = new OpenCalls()
    open.add(1, 1, call(0, 'x'))
    open.add(1, 1, call(1, 'y'))
    open.add(1, 1, call(2, 'x'))
    open.take('x', 1, 1)
    expect([open.takeOldest().order, open.takeOldest().order, open.size]).toEqual([1, 2, 0])
  })

  test('goes on from a saved state as if it had never stopped', () => {
    const open = new OpenCalls()
    for (const [id, order] of [
      ['x', 0],
      ['y', 1],
      ['x', 2],
      ['y', 3],
    ] as const)
      open.add(1, undefined, call(order, id))
    open.take('x', 1, undefined)
    const resumed = new OpenCalls(structuredClone(open.save()))
    expect(resumed.size).toBe(3)
    expect([resumed.takeOldest().order, resumed.take('x', 1, undefined)?.order, resumed.takeOldest().order]).toEqual([
      1, 2, 3,
    ])
  })

  test('is not changed by what is done with its saved state', () => {
    const open = new OpenCalls()
    open.add(1, 1, call(0, 'x'))
    new OpenCalls(open.save()).take('x', 1, 1)
    expect(open.size).toBe(1)
    expect(open.take('x', 1, 1)?.order).toBe(0)
  })
})
