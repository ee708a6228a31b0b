/**
 * Packed rows and event types against the harness's own decoding and vocabulary.
 *
 * @module
 */
import {
  decodeStorageRecord,
  KNOWN_SESSION_EVENT_TYPES,
  packChunkRuns,
  type SessionEvent,
} from '@deepseek-ai/dsh-session'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog, type LogReport } from '../../src/pipeline/readers/index.ts'
import { v0Types } from '../../src/pipeline/readers/dsh/v0-types.ts'
import { logs } from '../support/arbitraries.ts'
import { countingSource } from '../support/counting-source.ts'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { packRows } from '../support/pack-rows.ts'

interface ReadLog {
  readonly events: readonly Omit<LogEvent, 'position'>[]
  readonly report: LogReport
}

async function readText(text: string): Promise<ReadLog> {
  const { read, report } = await openLog('told.jsonl', { open: countingSource(text).open })
  const events = await collect(pipe(read))
  return { events: events.map(({ position: _, ...event }) => event), report }
}

const decoded = (lines: readonly string[]): SessionEvent[] =>
  lines.slice(1).flatMap((line) => decodeStorageRecord(JSON.parse(line)))

describe('packed rows', () => {
  test('are written by the log builder as the harness writes them', () => {
    fc.assert(
      fc.property(logs, ({ events }) => {
        expect(packRows(events)).toEqual(packChunkRuns(events as unknown as SessionEvent[]))
      }),
      { numRuns: 500 },
    )
  })

  test('give the events that the harness decodes, and the same as the unpacked file', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (story) => {
        const packed = await readText(story.text({ packed: true }))
        expect(packed.events).toStrictEqual(decoded(story.lines({ packed: true })))
        expect(packed.events).toStrictEqual((await readText(story.text())).events)
        expect(packed.report).toMatchObject({
          capturedThroughSeq: story.lastSeq < 0 ? null : story.lastSeq,
          damagedRecords: 0,
        })
      }),
      { numRuns: 500 },
    )
  })

  type Row = Readonly<Record<string, unknown>> & { readonly data: Readonly<Record<string, unknown>> }
  const packedAt = (line: number, story: LogBuilder): Row =>
    JSON.parse(story.lines({ packed: true })[line] ?? '') as Row
  const row = packedAt(2, log().turn().deltas(['a', 'b', 'c']))
  const call = packedAt(2, log().turn().callDeltas('id', ['a', 'b', 'c'], 'bash'))
  const damages: readonly [string, object][] = [
    ['without seq0', { ...row, seq0: undefined }],
    ['with a fraction for seq0', { ...row, seq0: 1.5 }],
    ['without time0', { ...row, time0: null }],
    ['with a key too many', { ...row, seq: 1 }],
    ['without data', { ...row, data: null }],
    ['without turn', { ...row, data: { ...row.data, turn: '1' } }],
    ['without members', { ...row, data: { ...row.data, texts: [] } }],
    ['with a member that is no text', { ...row, data: { ...row.data, texts: ['a', 'b', 3] } }],
    ['with a gap missing', { ...row, data: { ...row.data, dt: [10] } }],
    ['with a gap that is no number', { ...row, data: { ...row.data, dt: [10, 'x'] } }],
    ['with gaps beyond all time', { ...row, data: { ...row.data, dt: [Number.MAX_SAFE_INTEGER, 10] } }],
    ['with a data key too many', { ...row, data: { ...row.data, id: 'x' } }],
    ['of calls without an id', { ...call, data: { ...call.data, id: undefined } }],
    ['of calls with a name that is no text', { ...call, data: { ...call.data, name: 7 } }],
  ]
  test.each(damages)('that the harness refuses are damage: a row %s', async (_, damaged) => {
    expect(() => decodeStorageRecord(JSON.parse(JSON.stringify(damaged)))).toThrow(/malformed/)
    const [header, turn] = log().turn().lines()
    const { events, report } = await readText(`${[header, turn, JSON.stringify(damaged)].join('\n')}\n`)
    expect(report.damagedRecords).toBe(1)
    expect(events.length).toBe(1)
  })
})

describe('event types', () => {
  test('every type the harness knows is known here', () => {
    expect([...KNOWN_SESSION_EVENT_TYPES].filter((type) => !v0Types.has(type))).toEqual([])
  })
})
