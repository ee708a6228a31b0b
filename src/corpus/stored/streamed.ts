/**
 * The events of a log as a stream: the file once, front to back, or from the nearest place that is known.
 *
 * @module
 */
import type { Batches } from '../../pipeline/batch.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import { packedType } from '../../pipeline/readers/dsh/packed-rows.ts'
import type { StreamOptions } from '../exact-read.ts'
import { OpenedLog, type LogPlace } from './opened-log.ts'
import { refusal } from './refusal.ts'
import { checkClosers } from './whole-closers.ts'
import { WindowFault } from './window-scan.ts'

/** Yields the events that are wanted; closes the file in the end. Nothing is opened before the first `next()`. */
export async function* streamed(place: LogPlace, options: StreamOptions): Batches<LogEvent> {
  const { types, fromSeq = 0, signal } = options
  const wanted = types && new Set(types)
  const isWanted = ({ type, seq }: LogEvent): boolean => seq >= fromSeq && (wanted === undefined || wanted.has(type))
  try {
    signal?.throwIfAborted()
    const log = await OpenedLog.open(place, signal)
    try {
      for await (const events of allOf(log, wanted === undefined || wanted.has(packedType), options)) {
        const some = events.filter(isWanted)
        if (some.length > 0) yield some
      }
      await log.source.verify?.()
    } finally {
      await log.source.close()
    }
  } catch (error) {
    throw refusal(place.path, signal, error)
  }
}

async function* allOf(log: OpenedLog, deltas: boolean, { fromSeq = 0, check }: StreamOptions): Batches<LogEvent> {
  const state = await log.caughtUp()
  if (state === undefined) {
    yield* wholeOf(log, fromSeq, (seq, count) => deltas && seq + count > fromSeq, check)
    return
  }
  check?.({ ...state.header })
  checkClosers(state.closers)
  let next = fromSeq
  try {
    for await (const events of log.window({ state, from: fromSeq, to: state.length - 1, deltas })) {
      yield events
      next = (events.at(-1) as LogEvent).seq + 1
    }
  } catch (error) {
    if (!(error instanceof WindowFault)) throw error
    log.forget()
    // Every record is looked at now: what has been yielded was sound.
    yield* wholeOf(log, next, () => true, check)
  }
}

/** The events from a seq on, of a log that is read from its beginning. */
async function* wholeOf(
  log: OpenedLog,
  fromSeq: number,
  wantsDeltas: (seq: number, count: number) => boolean,
  check: StreamOptions['check'],
): Batches<LogEvent> {
  let batch: LogEvent[] = []
  const taken = (): LogEvent[] => {
    const events = batch
    batch = []
    return events
  }
  const isDue = ({ seq }: LogEvent): boolean => seq >= fromSeq
  const run = log.read({
    begin: (header) => check?.({ ...header }),
    wantsDeltas,
    take: (event) => void (isDue(event) && batch.push(event)),
  })
  try {
    for (let next = await run.next(); ; next = await run.next()) {
      yield taken()
      if (next.done !== true) continue
      const { closers } = next.value
      checkClosers(closers)
      yield structuredClone(closers.filter(isDue))
      return
    }
  } catch (error) {
    // What came before the fault, in the same block.
    yield taken()
    throw error
  } finally {
    // Whoever leaves early ends the read with it.
    await run.return(undefined as never)
  }
}
