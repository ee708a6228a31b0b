/**
 * The events of a session as a stream: from its file where that gives the same, else from what the engine returns.
 *
 * @module
 */
import type { LogEvent } from '../../pipeline/index.ts'
import type { ColdLogs } from './cold-logs.ts'
import type { HostWholeSession } from './query-host.ts'

/** Which events of a session are streamed. */
export interface StreamSessionOptions {
  /** Types that are yielded. Streamed deltas, most of a log, are only read when they are among them. @defaultValue all */
  readonly types?: readonly string[]
  /** First seq that is yielded. @defaultValue 0 */
  readonly fromSeq?: number
  readonly signal?: AbortSignal
}

type Batch = readonly LogEvent[]

/**
 * Yields batches of events in log order, those of `readSession`. A cold session's log is not held.
 *
 * When the file turns out odd after some batches, the engine is asked, and what it returns continues the stream; when
 * it refuses, the stream ends with its refusal.
 */
export async function* streamSession(
  logs: ColdLogs,
  id: string,
  options: StreamSessionOptions,
  whole: () => Promise<HostWholeSession>,
): AsyncGenerator<Batch, void> {
  const { types, fromSeq = 0, signal } = options
  const log = await logs.find(id, signal)
  let from = fromSeq
  if (log !== undefined) {
    // One batch is held back: the last one closes an open turn, which only a session that is not running has.
    let held: Batch = []
    try {
      const check = log.check
      for await (const batch of log.stored.streamEvents({ types, fromSeq, signal, check })) {
        if (held.length > 0) yield held
        from = (held.at(-1)?.seq ?? from - 1) + 1
        held = batch
      }
      if (logs.isCold(id)) {
        if (held.length > 0) yield held
        return
      }
    } catch {
      signal?.throwIfAborted()
    }
  }
  yield* asBatches((await whole()).events as Batch, from, types, signal)
}

/** Events per batch. */
const batchItems = 512

async function* asBatches(
  events: Batch,
  from: number,
  types: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  signal?.throwIfAborted()
  const wanted = types && new Set(types)
  for (let at = from; at < events.length; at += batchItems) {
    const batch = events.slice(at, at + batchItems).filter(({ type }) => wanted === undefined || wanted.has(type))
    if (batch.length > 0) yield batch
    signal?.throwIfAborted()
  }
}
