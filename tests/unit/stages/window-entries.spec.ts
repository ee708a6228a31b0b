import { describe, expect, test } from 'vitest'
import { WindowEntries } from '../../../src/stages/window-entries.ts'

const entry = (place: number, item?: string): { place: number; size: number; position: number; item?: string } => ({
  place,
  size: 1,
  position: 10 * place,
  ...(item !== undefined && { item }),
})
const filled = (maxItems: number, ...places: number[]): WindowEntries<string> => {
  const entries = new WindowEntries<string>(maxItems)
  for (const place of places) if (entries.hasRoom(place)) entries.insert(entry(place, `item ${place}`))
  return entries
}
const newest = (entries: WindowEntries<string>): unknown[] => entries.newestFirst().map(({ place }) => place)

describe('WindowEntries', () => {
  test('hands out the newest, newest first, in order of place and not of arrival', () => {
    expect(newest(filled(3, 1, 5, 3, 4))).toEqual([5, 4, 3])
  })

  test('holds twice as many as it hands out, and lets the oldest go', () => {
    const entries = filled(2, 1, 2, 3, 4, 5)
    expect(entries.save().map(({ place }) => place)).toEqual([2, 3, 4, 5])
    expect([entries.hasRoom(1), entries.hasRoom(3)]).toEqual([false, true])
  })

  test('takes a stretch of places away, both ends included', () => {
    const entries = filled(3, 1, 2, 3, 4, 5)
    entries.remove(2, 4)
    expect(newest(entries)).toEqual([5, 1])
  })

  test('becomes what the log ended with, keeps the texts it has, and names the records of those it has not', () => {
    const entries = filled(2, 4, 5, 6)
    entries.settle([entry(2), entry(3), entry(6)])
    expect(entries.missing()).toEqual([30])
    entries.fill(3, (size) => `again, ${size} long`)
    expect(entries.missing()).toEqual([])
    expect(entries.newestFirst().map(({ item }) => item)).toEqual(['item 6', 'again, 1 long'])
  })

  test('fills in only where a text is missing', () => {
    const entries = filled(2, 1)
    entries.fill(1, () => 'other')
    entries.fill(9, () => 'nowhere')
    expect(entries.newestFirst()).toEqual([entry(1, 'item 1')])
  })
})
