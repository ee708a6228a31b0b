import { describe, expect, test } from 'vitest'
import { collect, first, pipe, type LogEvent } from '../../../../src/pipeline/index.ts'
import { memory, type MemoryOptions } from '../../../../src/pipeline/readers/index.ts'
import { deepFreeze } from '../../../support/freeze.ts'
import { log } from '../../../support/log-builder.ts'
import { longLog } from '../../../support/long-log.ts'
import { asking } from '../../../support/simple-stages.ts'

const story = log().turn().user('one').assistant('two').title('T').replace(1, 2, 'both').endTurn()
const read = (events: readonly unknown[], options?: MemoryOptions): Promise<LogEvent[]> =>
  collect(pipe(memory(events, options)))
const seqs = async (options?: MemoryOptions): Promise<number[]> =>
  (await read(story.events, options)).map(({ seq }) => seq)

describe('an array of events', () => {
  test('is read in order, each event with its index as its position', async () => {
    const events = await read(story.events)
    expect(events).toEqual(story.events.map((event, position) => ({ ...event, position })))
  })

  test('can be read any number of times and is never changed', async () => {
    const reader = memory(deepFreeze(structuredClone(story.events)))
    expect(await collect(pipe(reader))).toEqual(await collect(pipe(reader)))
  })

  test('comes in batches of at most 512, none of them empty', async () => {
    const sizes: number[] = []
    for await (const batch of pipe(memory(longLog(2_000)))) sizes.push(batch.length)
    expect(sizes).toEqual([512, 512, 512, 464])
    for await (const batch of pipe(memory([]))) expect(batch).not.toEqual([])
  })

  test('gives only the types that are asked for', async () => {
    const batches = memory(story.events)({ reads: ['turn/start', 'session/title'] })
    expect((await collect(batches)).map(({ type }) => type)).toEqual(['turn/start', 'session/title'])
  })
})

describe('an element that is no event', () => {
  test.each([
    null,
    'turn/start',
    7,
    [],
    {},
    { type: 'turn/start', seq: 0.5, time: 0, data: {} },
    { type: 'user/message', seq: 1, time: 0, data: {}, surfaceOp: 'append' },
  ])('is left out, and positions still count it: %j', async (element) => {
    const [event] = log().turn().events
    expect(await read([element, event])).toEqual([{ ...event, position: 1 }])
  })
})

describe('a capture', () => {
  test('ends with the last seq that belongs to it', async () => {
    expect(await seqs({ throughSeq: 2 })).toEqual([0, 1, 2])
    expect(await seqs({ throughSeq: 5 })).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('of an empty log is empty', async () => {
    expect(await seqs({ throughSeq: -1 })).toEqual([])
  })
})

describe('a surface that is folded already', () => {
  test('has every event at its end, also one that once replaced others', async () => {
    const [replaced] = (await read(story.events, { folded: true })).filter(({ seq }) => seq === 4)
    expect(replaced?.surfaceOp).toBe('append')
    expect((await read(story.events))[4]?.surfaceOp).toEqual({ op: 'replace', start: 1, end: 2 })
  })
})

describe('records that are wanted again', () => {
  test('are found by their index, in the order in which they are named', async () => {
    const seen = await collect(pipe(memory(story.events), asking<LogEvent>('again', [3, 1])))
    expect(seen).toHaveLength(2)
    const again = collect(memory(story.events)({ reads: [], again: () => [3, 1] }))
    expect((await again).map(({ seq }) => seq)).toEqual([3, 1])
  })

  test('are missed when they are gone', async () => {
    const again = collect(memory(story.events)({ again: () => [99] }))
    await expect(again).rejects.toMatchObject({ code: 'LOG_REREAD_FAILED' })
  })
})

test('a format that is not known is refused before anything is read', () => {
  for (const version of [99, -1, 0.5])
    expect(() => memory([], { version })).toThrow(expect.objectContaining({ code: 'LOG_VERSION_UNSUPPORTED' }))
})

test('a run that is aborted before it begins reads nothing', async () => {
  const reason = { enough: true }
  await expect(first(memory(story.events)({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
})
