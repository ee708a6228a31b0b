/**
 * The view of what was done: turn, step and the newest tool calls, without anything that went into or came out of one.
 *
 * Evidence from the log, no proof of what happened outside it.
 * @module
 */
import { both } from '../../pipeline/both.ts'
import { compose } from '../../pipeline/compose.ts'
import type { LogEvent } from '../../pipeline/event.ts'
import { defineStage, type Kernel, type Stage } from '../../pipeline/stage.ts'
import { fingerprint, type FingerprintOptions } from '../fingerprint.ts'
import { ownEvents } from '../own-events.ts'
import { pairCalls, type CallPair } from '../pair-calls.ts'
import { retainWindow, type Kept, type Retention } from '../retain-window.ts'
import type { NodeEdit } from '../surface-edit.ts'
import { trackTurns, type TurnsState } from '../track-turns.ts'

/** How much of the activity is shown. */
export interface ActivityOptions extends FingerprintOptions {
  /** Most tool calls. @defaultValue 8 (R000-44) */
  readonly maxTools?: number
  /** Calls that may be open at once. @defaultValue 4096 */
  readonly maxOpenCalls?: number
  /** In a fork of format v0 or v1, the first seq of its own: its header's `seedLength`. @defaultValue 0 */
  readonly fromSeq?: number
}

/** One tool call: these four fields and no others (D8). */
export interface ToolActivity {
  readonly name: string
  readonly status: CallPair['status']
  /** Unix epoch milliseconds of the event that gave the status. */
  readonly time: number
  /** Fingerprint of the call's id. */
  readonly callId: string
}

/** What was done. `tools` in the order in which the calls were made. */
export interface Activity extends TurnsState {
  readonly tools: readonly ToolActivity[]
  readonly retention: {
    readonly eligibleTools: number
    readonly returnedTools: number
    readonly omittedTools: number
  }
}

/** The one item this view yields. */
export interface ActivityView {
  readonly activity: Activity
}

/**
 * Yields exactly one {@link ActivityView}, when the log has ended.
 *
 * Order  the one item, at the end.
 * Holds  the open calls of `pairCalls`, the window of `retainWindow`, and turn and step.
 * Cost   that of its parts; one hash per call that is shown.
 * Ends   yields the view.
 *
 * @example
 * const [view] = await collect(pipe(memory(events), activity({ maxTools: 3 })))
 */
export function activity(options: ActivityOptions = {}): Stage<LogEvent, ActivityView> {
  const { maxTools = 8, fromSeq = 0 } = options
  const newestCalls = compose(
    pairCalls(options),
    inCallOrder(),
    retainWindow<CallPair>({ maxItems: maxTools, stageName: 'retain-calls' }),
    fingerprint<Kept<CallPair> | Retention>(options),
  )
  return compose(ownEvents(both(trackTurns(), newestCalls), fromSeq), asActivity())
}

/** Gives each pair its place by the order of calls: pairs arrive in the order of results. */
function inCallOrder(): Stage<CallPair, NodeEdit<CallPair>> {
  return defineStage('in-call-order', () => ({
    push(batch, out) {
      for (const item of batch) {
        out.push({ kind: 'node', place: item.order, seq: item.order, item, size: 0, position: item.order })
      }
      return 'more'
    },
  }))
}

type Part = TurnsState | Kept<CallPair> | Retention

function asActivity(): Stage<Part, ActivityView> {
  const start = (saved: readonly Part[] = []): Kernel<Part, ActivityView, readonly Part[]> => {
    const parts = [...saved]
    return {
      push(batch) {
        parts.push(...batch)
        return 'more'
      },
      end(out) {
        const state = parts.find((part): part is TurnsState => 'turn' in part)
        const retention = parts.find((part): part is Retention => 'kind' in part)
        const calls = parts.filter((part): part is Kept<CallPair> => 'callId' in part)
        if (state === undefined || retention === undefined) throw new Error('activity needs turns and calls')
        out.push({ activity: { ...state, tools: calls.map(asTool), retention: figures(retention) } })
      },
      save: () => [...parts],
    }
  }
  return defineStage('activity', start)
}

const asTool = ({ name, status, time, callId }: CallPair): ToolActivity => ({ name, status, time, callId })

const figures = ({ eligible, returned, omitted }: Retention): Activity['retention'] => ({
  eligibleTools: eligible.items,
  returnedTools: returned.items,
  omittedTools: omitted.items,
})
