import { describe, expect, test } from 'vitest'
import { compose, StageError, type LogError, type LogEvent } from '../../../src/pipeline/index.ts'
import {
  filterBlocks,
  filterSources,
  foldSurface,
  units,
  type Message,
  type SurfaceEdit,
} from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { editsOf } from '../../support/surface-of.ts'

const said = compose(filterSources(), filterBlocks())
const inBrief = (edits: readonly SurfaceEdit<Message>[]): unknown[] =>
  edits.map((edit) => (edit.kind === 'node' ? [edit.seq, edit.place, edit.item?.text] : edit.kind))
const chat = (count: number): LogBuilder => {
  const story = log()
  for (let message = 0; message < count; message++) story.user(`message ${message}`)
  return story
}
const refusal = (events: readonly LogEvent[]): string => {
  try {
    runKernel(foldSurface(said), events)
  } catch (error) {
    expect(error).toBeInstanceOf(StageError)
    const { cause } = error as StageError
    expect(cause).toMatchObject({ name: 'LogError', code: 'LOG_SURFACE_INVALID' })
    return (cause as LogError).message
  }
  throw new Error('was not refused')
}

describe('an event on the surface', () => {
  test('is a node at the end, with what it says and how long that is', () => {
    const events = chat(1).events.map((event) => ({ ...event, position: 77 }))
    expect(runKernel(foldSurface(said), events)).toMatchObject([
      { kind: 'node', seq: 0, place: 0, item: { text: 'message 0' }, size: 9, position: 77 },
    ])
  })

  test('is a node too when it says nothing that is wanted', () => {
    const [edit] = editsOf(log().result('a').events)
    expect(edit).toMatchObject({ kind: 'node', seq: 0, size: 0 })
    expect(edit).not.toHaveProperty('item')
  })

  test('is measured in the unit that is asked for', () => {
    const { events } = log().user('é😀')
    const sizes = [units.bytes, units.utf16, units.characters].map((unit) =>
      runKernel(foldSurface(said, { unit }), events),
    )
    expect(sizes.flat()).toMatchObject([{ size: 6 }, { size: 3 }, { size: 2 }])
  })
})

test('an event that holds no place on the surface is no edit', () => {
  expect(editsOf(log().turn().step().call('a', 'bash').deltas(['d']).title('T').endTurn().events)).toEqual([])
})

describe('a replace', () => {
  test('takes the place of the first node it shadows and says what it took away', () => {
    const edits = editsOf(chat(4).replace(1, 2, 'summary').events)
    expect(inBrief(edits).slice(4, 5)).toEqual([[4, 1, 'summary']])
    expect(edits[4]).toMatchObject({ shadowed: { seqs: [1, 2], toPlace: 2, items: 2, size: 18 } })
  })

  test('of a replacement takes its place again', () => {
    const edits = editsOf(chat(4).replace(1, 2, 'first').replace(4, 3, 'second').events)
    expect(edits[5]).toMatchObject({ seq: 5, place: 1, shadowed: { seqs: [4, 3], toPlace: 3, items: 2 } })
  })

  test('counts only nodes that say something', () => {
    const edits = editsOf(log().user('one').result('a').user([]).replace(0, 2, 'all').events)
    expect(edits[3]).toMatchObject({ shadowed: { seqs: [0, 1, 2], items: 1, size: 3 } })
  })

  test.each([
    ['begins with a node that is gone', () => chat(3).replace(0, 1, 'x').replace(1, 2, 'y')],
    ['ends with a node that is not there yet', () => chat(3).replace(0, 9, 'x')],
    ['runs backwards', () => chat(3).replace(2, 0, 'x')],
  ])('is refused when its range %s', (_, tell) => {
    expect(refusal(tell().events)).toMatch(
      /^the surface cannot be followed past seq \d: seq \d (is not on|stands after)/,
    )
  })
})

describe('the nodes a replace cites', () => {
  const citing = (...sourceEventSeqs: unknown[]): LogEvent[] => {
    const { events } = chat(4).replace(0, 3, 'summary')
    return [...events.slice(0, 4), { ...events[4]!, sourceEventSeqs }]
  }

  test('may be written one by one, as runs, or mixed, with more beside them', () => {
    for (const cited of [[0, 1, 2, 3], [[0, 3]], [3, [0, 1], 2, 99, 'x']]) {
      expect(runKernel(foldSurface(said), citing(...cited))).toHaveLength(6)
    }
  })

  test.each([[[]], [[0, 1, 3]], [[[0, 1], 3]], [[[3, 0]]]])('must be all it shadows: %j is refused', (cited) => {
    expect(refusal(citing(...cited))).toMatch(/it shadows seq \d without citing it$/)
  })

  test('may be very many: the check takes time in proportion to their number', () => {
    const count = 60_000
    const { events } = chat(1).replace(0, 0, 'summary')
    const nodes = Array.from({ length: count }, (_, seq) => ({ ...events[0]!, seq }))
    const sourceEventSeqs = nodes.map(({ seq }) => [seq, seq])
    const replace = {
      ...events[1]!,
      seq: count,
      surfaceOp: { op: 'replace' as const, start: 0, end: count - 1 },
      sourceEventSeqs,
    }
    const since = performance.now()
    runKernel(foldSurface(said), [...nodes, replace])
    expect(performance.now() - since).toBeLessThan(3_000)
  })
})

test('a message without a place on the surface is refused', () => {
  const [event] = chat(1).events
  const { surfaceOp: _, ...placeless } = event!
  expect(refusal([placeless])).toContain('a message without a place on the surface')
})

describe('the end of the log', () => {
  const ended = (story: LogBuilder, newest: number): SurfaceEdit<Message>[] =>
    runKernel(
      foldSurface(said, { newest }),
      story.events.map((event, position) => ({ ...event, position })),
    )

  test('is silent when no replace took text away', () => {
    expect(inBrief(ended(chat(3), 2))).toHaveLength(3)
    const story = log().user('one').result('a')
    expect(inBrief(ended(story.rewriteResult(1, 'pruned'), 2)).at(-1)).toEqual([2, 1, undefined])
  })

  test('names the newest nodes that say something, oldest first, when a replace took text away', () => {
    const story = chat(5).replace(3, 4, 'summary').result('a')
    expect(ended(story, 3).at(-1)).toEqual({
      kind: 'newest',
      nodes: [
        { place: 1, size: 9, position: 1 },
        { place: 2, size: 9, position: 2 },
        { place: 3, size: 7, position: 5 },
      ],
    })
  })

  test('lets records that were named come in again, and no others', () => {
    const events = chat(4)
      .replace(2, 3, 'summary')
      .events.map((event, position) => ({ ...event, position }))
    const kernel = foldSurface(said, { newest: 2 }).start()
    kernel.push(events, [])
    const out: SurfaceEdit<Message>[] = []
    expect(kernel.reread?.(out)).toEqual([])
    kernel.push([events[1]!, events[0]!], out)
    kernel.end?.(out)
    expect(out.map(({ kind }) => kind)).toEqual(['newest', 'again'])
    expect(out[1]).toMatchObject({ kind: 'again', place: 1, item: { text: 'message 1' } })
  })
})
