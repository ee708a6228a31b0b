/**
 * Packs runs of streamed deltas into storage rows, as the v0 writer of the harness does. Held against the
 * harness's own `packChunkRuns` in tests/oracle.
 *
 * @module
 */
import type { LogEvent } from '../../src/pipeline/index.ts'

/** A run shorter than this is stored event by event. */
const minRun = 3

interface Delta {
  readonly type: string
  readonly index: number
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly argumentsDelta?: string
}
interface DeltaData {
  readonly turn: number
  readonly step: number
  readonly chunk: Delta
}

const rowTypes: Readonly<Record<string, string>> = {
  'text-delta': 'text-chunks',
  'reasoning-delta': 'reasoning-chunks',
  'tool-call-delta': 'tool-call-chunks',
}
const dataOf = (event: LogEvent): DeltaData => event.data as DeltaData
const isDelta = (event: LogEvent): boolean =>
  event.type === 'assistant/chunk' && Object.hasOwn(rowTypes, dataOf(event).chunk.type)

/** What two neighbours must have in common to share a row. */
const runKey = (event: LogEvent): string => {
  const { turn, step, chunk } = dataOf(event)
  return JSON.stringify([turn, step, chunk.type, chunk.index, chunk.id, chunk.name])
}

/** The records a v0 file holds for `events`: one per event, or one row for a run of three or more deltas. */
export function packRows(events: readonly LogEvent[]): object[] {
  const records: object[] = []
  for (let at = 0; at < events.length;) {
    const first = events[at] as LogEvent
    let end = at + 1
    if (isDelta(first)) {
      while (end < events.length && isDelta(events[end]!) && runKey(events[end]!) === runKey(first)) end++
    }
    const run = events.slice(at, end)
    records.push(...(run.length >= minRun ? [row(run)] : run))
    at = end
  }
  return records
}

function row(run: readonly LogEvent[]): object {
  const first = run[0] as LogEvent
  const { turn, step, chunk } = dataOf(first)
  const dt = run.slice(1).map((event, i) => event.time - run[i]!.time)
  const base = { turn, step, index: chunk.index }
  const named = chunk.name === undefined ? {} : { name: chunk.name }
  const data =
    chunk.type === 'tool-call-delta'
      ? { ...base, dt, id: chunk.id, ...named, args: run.map((event) => dataOf(event).chunk.argumentsDelta) }
      : { ...base, dt, texts: run.map((event) => dataOf(event).chunk.text) }
  return { type: rowTypes[chunk.type], seq0: first.seq, time0: first.time, data }
}
