/**
 * Joins each tool call with its result.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/event.ts'
import { CallId } from '../pipeline/ids.ts'
import { defineStage, type Kernel, type Stage } from '../pipeline/stage.ts'
import { OpenCalls, type OpenCall } from './open-calls.ts'
import { resultOf } from './tool-result.ts'

/** How many calls may be open at once. */
export interface PairCallsOptions {
  /** @defaultValue 4096: the contract's bound; real logs rarely have more than a dozen open */
  readonly maxOpenCalls?: number
}

/** One call, and what is known of its result. */
export interface CallPair {
  /** 0 for the first call of the log, 1 for the next: calls in the order in which they were made. */
  readonly order: number
  readonly callId: CallId
  /** As the model wrote it; `(unnamed)` when it is no plain name of at most 64 characters. */
  readonly name: string
  readonly status: 'running' | 'completed' | 'error'
  /** Time of the event that gave the status, in Unix epoch milliseconds. */
  readonly time: number
}

interface Saved {
  readonly open: readonly OpenCall[]
  readonly nextOrder: number
}

/**
 * Yields one {@link CallPair} per call: when its result arrives, or as `running` when none does.
 *
 * By call id inside one turn and step: a result closes the oldest open call with its id, because ids may repeat
 * and may be empty. A result without a call is ignored, so a call that never started is not listed; a result
 * that replaces another on the surface is not a second one. Arguments, contents and errors are never read.
 *
 * Order  by the event that gives the status.
 * Holds  open calls, at most `maxOpenCalls`.
 * Cost   two map look-ups per call and per result.
 * Ends   releases open calls as `running`, oldest first.
 *
 * @see DSH `packages/core/session/src/types.ts`: `tool/call`, `tool/result`
 * @example
 * const failed = (await collect(pipe(memory(events), pairCalls()))).filter((pair) => pair.status === 'error')
 */
export function pairCalls(options: PairCallsOptions = {}): Stage<LogEvent, CallPair> {
  const { maxOpenCalls = 4096 } = options
  const start = (saved?: Saved): Kernel<LogEvent, CallPair, Saved> => {
    const open = new OpenCalls(saved?.open)
    let nextOrder = saved?.nextOrder ?? 0
    return {
      push(batch, out) {
        for (const event of batch) {
          if (event.type === 'tool/call') {
            const call = callOf(event, nextOrder)
            if (call === undefined) continue
            nextOrder += 1
            open.add(turnOf(event), stepOf(event), call)
            if (open.size > maxOpenCalls) out.push(open.takeOldest())
          } else if (event.type === 'tool/result') {
            const result = resultOf(event)
            const call = result && open.take(result.callId, turnOf(event), stepOf(event))
            if (call) out.push({ ...call, status: result.isError ? 'error' : 'completed', time: event.time })
          }
        }
        return 'more'
      },
      end(out) {
        while (open.size > 0) out.push(open.takeOldest())
      },
      save: () => ({ open: open.save(), nextOrder }),
    }
  }
  return defineStage('pair-calls', start, {
    reads: ['tool/call', 'tool/result'],
    skims: ['tool/call', 'tool/result'],
  })
}

/** A name that can be shown: the 42 tool names in real logs all fit. */
const plainName = /^[A-Za-z0-9_.:/-]{1,64}$/

function callOf({ data, time }: LogEvent, order: number): CallPair | undefined {
  if (!isRecord(data)) return undefined
  const { callId, name } = data
  if (typeof callId !== 'string' || typeof name !== 'string') return undefined
  const shown = plainName.test(name) ? name : '(unnamed)'
  return { order, callId: CallId(callId), name: shown, status: 'running', time }
}

const turnOf = ({ data }: LogEvent): number | undefined => numberIn((data as { readonly turn?: unknown }).turn)
const stepOf = ({ data }: LogEvent): number | undefined => numberIn((data as { readonly step?: unknown }).step)
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
