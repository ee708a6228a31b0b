import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../../bench/random.ts'
import { SurfaceTable } from '../../../src/stages/surface-table.ts'
import { SurfaceModel, type TableEdit } from '../../support/surface-model.ts'

/** An append, or a replace of `length` nodes from the `from`-th one on; both counted in what is there. */
const edits: fc.Arbitrary<TableEdit> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('append' as const), size: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      from: fc.nat(500),
      length: fc.nat(20),
      size: fc.nat(3),
    }),
  },
)

describe('a surface table', () => {
  test('agrees with a plain array after every edit', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 200, size: 'max' }), fc.nat(9), (list, count) => {
        const model = new SurfaceModel()
        const table = new SurfaceTable()
        for (const edit of list) {
          model.apply(edit, table)
          expect(table.newest(count)).toEqual(model.newest(count))
        }
        expect(table.newest(Number.MAX_SAFE_INTEGER)).toEqual(model.newest(Number.MAX_SAFE_INTEGER))
      }),
      { numRuns: 200 },
    )
  })

  test('agrees with it also when it is saved, cloned and taken up again in between', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 200, size: 'max' }), fc.array(fc.nat(199)), (list, stops) => {
        const model = new SurfaceModel()
        let table = new SurfaceTable()
        for (const [index, edit] of list.entries()) {
          if (stops.includes(index)) table = SurfaceTable.from(structuredClone(table.save()))
          model.apply(edit, table)
        }
        expect(table.newest(10_000)).toEqual(model.newest(10_000))
      }),
      { numRuns: 200 },
    )
  })

  test('agrees with it over 30,000 edits in which its gaps close many times', () => {
    const { int, next } = random(7)
    let most = 0
    const model = new SurfaceModel()
    const table = new SurfaceTable()
    for (let done = 0; done < 30_000; done++) {
      const isAppend = next() < 0.7
      const edit = isAppend
        ? { kind: 'append' as const, size: int(0, 3) }
        : {
            kind: 'replace' as const,
            from: int(0, 30_000),
            length: next() < 0.0005 ? 2_000 : int(1, 2),
            size: int(0, 3),
          }
      model.apply(edit, table)
      if (done % 1_000 > 0) continue
      const nodes = table.newest(100_000)
      expect(nodes).toEqual(model.newest(100_000))
      most = Math.max(most, nodes.length)
    }
    expect(most).toBeGreaterThan(4_000)
  })

  test('keeps a saved state apart from what happens after it', () => {
    const table = new SurfaceTable()
    for (let seq = 0; seq < 100; seq++) table.append(seq, 1, seq)
    const saved = table.save()
    const before = structuredClone(saved)
    table.replace({ start: 10, end: 90 }, 100, 1, 100)
    expect(saved).toEqual(before)
    expect(SurfaceTable.from(saved).newest(200)).toHaveLength(100)
  })

  test('holds room for its nodes, not for all that came and went', () => {
    const before = process.memoryUsage().arrayBuffers
    const table = new SurfaceTable()
    table.append(0, 1, 0)
    for (let seq = 1; seq < 600_000; seq += 2) {
      table.append(seq, 1, seq)
      table.replace({ start: Math.max(0, seq - 1), end: seq }, seq + 1, 1, seq + 1)
    }
    // 300,000 nodes came; 24 bytes of each would be 7 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
    const { live, used } = table.save()
    expect(live).toBe(1)
    // One segment of slots.
    expect(used).toBeLessThanOrEqual(1024)
    expect(table.newest(9)).toEqual([{ place: 0, size: 1, position: 600_000 }])
  })
})

describe('a range that is none', () => {
  const table = new SurfaceTable()
  for (const seq of [0, 1, 2, 5, 8]) table.append(seq, 1, seq)
  table.replace({ start: 1, end: 2 }, 9, 1, 9)
  const surface = table.newest(9)

  test.each([
    [{ start: 1, end: 8 }, 'seq 1 is not on the surface'],
    [{ start: 0, end: 2 }, 'seq 2 is not on the surface'],
    [{ start: 3, end: 5 }, 'seq 3 is not on the surface'],
    [{ start: 0, end: 99 }, 'seq 99 is not on the surface'],
    [{ start: 8, end: 5 }, 'seq 8 stands after seq 5 on the surface'],
    [{ start: 5, end: 9 }, 'seq 5 stands after seq 9 on the surface'],
  ])('is refused in words, and nothing changes: %j', (range, words) => {
    expect(table.replace(range, 10, 1, 10)).toBe(words)
    expect(table.newest(9)).toEqual(surface)
  })

  test('is none: one that begins with a node that took the place of others is sound', () => {
    const copy = SurfaceTable.from(table.save())
    expect(copy.replace({ start: 9, end: 5 }, 10, 1, 10)).toMatchObject({ place: 1, shadowed: { seqs: [9, 5] } })
  })
})

describe('hostile edits take time in proportion to their number', () => {
  const timeOf = (run: () => void): number => {
    const since = performance.now()
    run()
    return performance.now() - since
  }

  test('200,000 replaces of the newest node, over 100,000 nodes', () => {
    const table = new SurfaceTable()
    for (let seq = 0; seq < 100_000; seq++) table.append(seq, 1, seq)
    const elapsed = timeOf(() => {
      for (let seq = 100_000; seq < 300_000; seq++) table.replace({ start: seq - 1, end: seq - 1 }, seq, 1, seq)
    })
    expect(elapsed).toBeLessThan(3_000)
  })

  test('100,000 replaces of everything but the oldest node', () => {
    const table = new SurfaceTable()
    for (let seq = 0; seq < 2; seq++) table.append(seq, 1, seq)
    const elapsed = timeOf(() => {
      for (let seq = 2; seq < 200_002; seq += 2) {
        table.append(seq, 1, seq)
        table.replace({ start: seq - 1, end: seq }, seq + 1, 1, seq + 1)
      }
    })
    expect(table.newest(9)).toHaveLength(2)
    expect(elapsed).toBeLessThan(3_000)
  })

  test('100,000 replaces of single nodes in the middle, oldest first and newest first', () => {
    for (const step of [1, -1]) {
      const table = new SurfaceTable()
      for (let seq = 0; seq < 100_000; seq++) table.append(seq, 1, seq)
      const elapsed = timeOf(() => {
        for (let done = 0; done < 100_000; done++) {
          const seq = step === 1 ? done : 99_999 - done
          table.replace({ start: seq, end: seq }, 100_000 + done, 1, seq)
        }
      })
      expect(elapsed).toBeLessThan(3_000)
    }
  })
})
