import { describe, expect, test } from 'vitest'
import { log, type LogBuilder } from '../../../../support/log-builder.ts'
import { asText, readText, type ReadLog } from '../../../../support/read-text.ts'

const story = (): LogBuilder =>
  log()
    .turn()
    .deltas(['a', 'b', '😀'])
    .deltas(['why', ' so', '?'], 'reasoning', 1)
    .callDeltas('call-1', ['{"a', '":', '1}'], 'bash', 2)
    .callDeltas('call-2', ['x', 'y', 'z'])
    .endTurn()

/** The story with something changed in its first row, which stands for seqs 1 to 3. */
async function withRow(change: (row: Readonly<Record<string, unknown>>, data: object) => object): Promise<ReadLog> {
  const lines = story().lines({ packed: true })
  const row = JSON.parse(lines[2]!) as Readonly<Record<string, unknown>>
  expect(row['type']).toBe('text-chunks')
  return readText(asText(lines.with(2, JSON.stringify(change(row, row['data'] as object)))))
}

describe('a packed row', () => {
  test('stands for exactly the events it was made of', async () => {
    const { events, report } = await readText(story().text({ packed: true }))
    expect(events.map(({ position: _, ...event }) => event)).toEqual(story().events)
    expect(report).toMatchObject({ capturedThroughSeq: story().lastSeq, damagedRecords: 0, records: 7 })
  })

  test('is where all of its events are found again', async () => {
    const { events } = await readText(story().text({ packed: true }))
    expect(new Set(events.slice(1, 4).map(({ position }) => position)).size).toBe(1)
  })

  test('may have times that go backwards', async () => {
    const { events, report } = await withRow((row, data) => ({ ...row, data: { ...data, dt: [-50, 20] } }))
    const times = events.slice(1, 4).map(({ time }) => time - events[1]!.time)
    expect([times, report.damagedRecords]).toEqual([[0, -50, -30], 0])
  })

  test('of one event has no gaps', async () => {
    const line = '{"type":"text-chunks","seq0":0,"time0":5,"data":{"turn":1,"step":1,"index":0,"dt":[],"texts":["x"]}}'
    const { events } = await readText(asText([log().lines()[0]!, line]))
    expect(events).toMatchObject([
      { type: 'assistant/chunk', seq: 0, time: 5, data: { chunk: { type: 'text-delta', text: 'x' } } },
    ])
  })

  test('counts for the last of its events when it ends the log', async () => {
    const { report } = await readText(log().turn().deltas(['a', 'b', 'c']).text({ packed: true }))
    expect(report.capturedThroughSeq).toBe(3)
  })
})

describe('a damaged row', () => {
  test.each<[string, (row: Readonly<Record<string, unknown>>, data: object) => object]>([
    ['without seq0', ({ seq0: _, ...row }) => row],
    ['without time0', ({ time0: _, ...row }) => row],
    ['without data', ({ data: _, ...row }) => row],
    ['without members', (row, data) => ({ ...row, data: { ...data, texts: [] } })],
    ['with a member that is no text', (row, data) => ({ ...row, data: { ...data, texts: ['a', 7, 'c'] } })],
    ['of texts with a name', (row, data) => ({ ...row, data: { ...data, name: 'bash' } })],
    [
      'whose times leave the whole numbers and come back',
      (row, data) => ({ ...row, data: { ...data, dt: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER] } }),
    ],
    ['with members under another name', (row, data) => ({ ...row, data: { ...data, texts: undefined, args: ['a'] } })],
    ['with too few gaps', (row, data) => ({ ...row, data: { ...data, dt: [1] } })],
    ['with half a gap', (row, data) => ({ ...row, data: { ...data, dt: [1, 0.5] } })],
    ['without a turn', (row, data) => ({ ...row, data: { ...data, turn: undefined } })],
    ['that ends past the last seq there can be', (row) => ({ ...row, seq0: Number.MAX_SAFE_INTEGER - 1 })],
    [
      'of calls without an id',
      (row, data) => ({ ...row, type: 'tool-call-chunks', data: { ...data, args: ['a', 'b', 'c'] } }),
    ],
  ])('%s is one damaged record, and the rest is read', async (_, change) => {
    const { events, report } = await withRow(change)
    expect(events.map(({ seq }) => seq)).toEqual([0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 3 } })
    expect(report.firstDamage?.reason).toMatch(/^a packed row /)
  })

  test('that repeats seqs is damage', async () => {
    const { report } = await withRow((row) => ({ ...row, seq0: 0 }))
    expect(report.firstDamage?.reason).toBe('seq 0 was there before')
  })
})
