/**
 * Shows a stage only what a session did itself, not what a fork inherited.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/event.ts'
import { defineStage, type Kernel, type Probe, type Stage } from '../pipeline/stage.ts'

/**
 * Yields what `inner` makes of the session's own events: those with `seq >= fromSeq`, and after the last
 * `session/end-seed` that is marked `inherited`, with which newer formats end what a fork copied.
 *
 * Order  as `inner` yields it.
 * Holds  what `inner` holds.
 * Cost   one comparison per event.
 * Ends   as `inner` does.
 *
 * @param inner - a stage that yields when the log ends; what it has yielded before an `end-seed` cannot be unsaid.
 * @param fromSeq - how many events were inherited: the header's `seedLength`, 0 when it has none.
 * @see DSH `packages/core/session/src/types.ts`: `session/end-seed`
 * @example
 * await collect(pipe(memory(events), ownEvents(trackTurns(), 12)))
 */
export function ownEvents<O>(inner: Stage<LogEvent, O>, fromSeq: number): Stage<LogEvent, O> {
  const start = (saved?: unknown, probe?: Probe): Kernel<LogEvent, O> => {
    let kernel = inner.start(saved, probe)
    return {
      push(batch, out) {
        let from = 0
        for (let index = batch.length - 1; index >= from; index--) {
          if (endsInherited(batch[index] as LogEvent)) from = index + 1
        }
        if (from > 0) kernel = inner.start(undefined, probe)
        const isOwn = (event: LogEvent): boolean => event.seq >= fromSeq
        const own = from === 0 && batch.every(isOwn) ? batch : batch.slice(from).filter(isOwn)
        return own.length === 0 ? 'more' : kernel.push(own, out)
      },
      reread: (out) => kernel.reread?.(out) ?? [],
      end: (out) => kernel.end?.(out),
      save: () => kernel.save?.(),
    }
  }
  const reads = inner.reads && [...inner.reads, 'session/end-seed']
  return defineStage('own-events', start, { reads, skims: inner.skims, waits: inner.waits === true })
}

const endsInherited = ({ type, data }: LogEvent): boolean =>
  type === 'session/end-seed' && isRecord(data) && data['inherited'] === true
