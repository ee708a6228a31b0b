import { expect, test } from 'vitest'
import { surfaceNodes, units } from '../../../src/stages/index.ts'
import { runKernel, runResumed } from '../../support/kernels.ts'

const items = [
  { seq: 9, text: 'é' },
  { seq: 4, text: '😀' },
]

test('every item joins the surface at its end, whatever its seq', () => {
  expect(runKernel(surfaceNodes(), items)).toEqual([
    { kind: 'node', place: 0, seq: 9, item: items[0], size: 2, position: 0 },
    { kind: 'node', place: 1, seq: 4, item: items[1], size: 4, position: 1 },
  ])
})

test('items are measured in the unit that is asked for', () => {
  expect(runKernel(surfaceNodes(units.utf16), items).map(({ size }) => size)).toEqual([1, 2])
  expect(runKernel(surfaceNodes(units.characters), items).map(({ size }) => size)).toEqual([1, 1])
})

test('places go on where a saved run had stopped', () => {
  expect(runResumed(surfaceNodes(), items, 1).map(({ place }) => place)).toEqual([0, 1])
})
