import { describe, expect, it } from 'vitest'
import { inheritedRepeats, isInherited, type HitPlace } from '../../../src/tools/recall-inherited.ts'
import { log, type HeaderOptions } from '../../support/log-builder.ts'

const place = (seq: number, header: HeaderOptions, inheritedEventCount?: number): HitPlace => ({
  header: log(header).header,
  inheritedEventCount,
  seq,
})
const root = (seq: number): HitPlace => place(seq, { id: 'root' })
const fork = (seq: number, id = 'fork', parentSession = 'root'): HitPlace =>
  place(seq, { id, parentSession, seedLength: 5 })

describe('isInherited', () => {
  it('counts what came with the fork, in the words of either kind of harness', () => {
    expect([isInherited(fork(4)), isInherited(fork(5)), isInherited(root(0))]).toEqual([true, false, false])
    expect(isInherited(place(6, { id: 'f', parentSession: 'root' }, 7))).toBe(true)
    expect(isInherited(place(0, { id: 'f', parentSession: 'root' }))).toBe(false)
    expect(isInherited(place(0, { id: 'seeded', seedLength: 3 }))).toBe(false)
  })
})

describe('inheritedRepeats', () => {
  it.each([
    ['a parent and its fork', [root(2), fork(2)], 1],
    ['different events', [root(1), fork(2)], 0],
    ["a fork's own event at a place its parent has too", [root(7), fork(7)], 0],
    ['two forks of a parent that is elsewhere', [fork(2, 'a'), fork(2, 'b')], 1],
    ['a fork of a fork', [root(2), fork(2), fork(2, 'grandchild', 'fork')], 2],
    ['events of one session', [fork(1), fork(2), fork(6)], 0],
    ['parents that name each other', [fork(2, 'a', 'b'), fork(2, 'b', 'a')], 0],
    ['nothing', [], 0],
  ])('%s', (_, places, repeats) => {
    expect(inheritedRepeats(places)).toBe(repeats)
  })
})
