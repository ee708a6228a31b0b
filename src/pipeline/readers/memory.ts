/**
 * Reads events that are already in memory: a live session's array, or what a query returned.
 *
 * @module
 */
import type { LogEvent } from '../event.ts'
import { isRecord } from '../event.ts'
import { LogError } from '../errors.ts'
import type { Reader, Want } from '../reader.ts'
import { turns } from '../turns.ts'
import type { Batches } from '../batch.ts'
import { decodeEvent } from './dsh/envelope.ts'
import { generationOf, type Generation } from './dsh/generation.ts'

/** How the array is to be understood. */
export interface MemoryOptions {
  /** Format version of the events, as their header says. @defaultValue 0 */
  readonly version?: number
  /** Last seq that is yielded; events after it are left out. @defaultValue all */
  readonly throughSeq?: number | undefined
  /** The array is a surface that is folded already: each event counts as an append. @defaultValue false */
  readonly folded?: boolean
}

/** Items per batch: past 512, longer batches no longer cost less per event (bench/README.md). */
const batchItems = 512

/**
 * A reader over an array. May be run any number of times; the array and its events are never changed.
 *
 * A record's position is its index. An element that is no event of this format is left out.
 * @throws LogError `LOG_VERSION_UNSUPPORTED` when the version is not one this library reads.
 */
export function memory(events: readonly unknown[], options: MemoryOptions = {}): Reader<LogEvent> {
  const generation = generationOf(options.version ?? 0)
  const at = (index: number): LogEvent | undefined => eventAt(events, index, generation, options)
  return (want) => run(events.length, at, want)
}

async function* run(length: number, at: (index: number) => LogEvent | undefined, want: Want): Batches<LogEvent> {
  want.signal?.throwIfAborted()
  const wanted = want.reads && new Set(want.reads)
  const clock = turns(want.signal)
  let batch: LogEvent[] = []
  for (let index = 0; index < length; index++) {
    const event = at(index)
    if (event !== undefined && (wanted === undefined || wanted.has(event.type))) batch.push(event)
    if (batch.length === batchItems) {
      yield batch
      batch = []
    }
    if (index % 64 === 0 && clock.due()) await clock.next()
  }
  if (batch.length > 0) yield batch
  const again = want.again?.() ?? []
  if (again.length > 0) yield again.map((index) => seen(at(index), index))
}

function eventAt(events: readonly unknown[], index: number, generation: Generation, options: MemoryOptions) {
  const record = events[index]
  if (!isRecord(record)) return undefined
  const event = decodeEvent(record, index, generation)
  if (typeof event === 'string') return undefined
  if (options.throughSeq !== undefined && event.seq > options.throughSeq) return undefined
  return options.folded === true && event.surfaceOp !== undefined ? { ...event, surfaceOp: 'append' as const } : event
}

function seen(event: LogEvent | undefined, index: number): LogEvent {
  if (event === undefined) throw new LogError('LOG_REREAD_FAILED', `the event at index ${index} is no longer there`)
  return event
}
