/**
 * Follows which turn and step a session is in.
 *
 * @module
 */
import { isRecord, type LogEvent } from '../pipeline/event.ts'
import { defineStage, type Kernel, type Stage } from '../pipeline/stage.ts'

/** Ways in which a turn can end; any other kind is left out rather than passed on. */
const endReasons = [
  'completed',
  'aborted',
  'blocked',
  'error',
  'max-tokens',
  'interrupted',
  'forked',
  'disposed',
] as const

/** Why a turn ended: the kind alone. */
export type EndReason = (typeof endReasons)[number]

/** The newest turn. `lastEndReason` is that of the last turn that ended, and stays while a later one runs. */
export interface TurnState {
  readonly state: 'unknown' | 'running' | 'ended'
  readonly turn?: number
  readonly lastEndReason?: EndReason
}

/** The newest step of the newest turn. */
export interface StepState {
  readonly state: 'unknown' | 'running' | 'ended'
  readonly turn?: number
  readonly step?: number
}

/** Both, as the log leaves them. */
export interface TurnsState {
  readonly turn: TurnState
  readonly step: StepState
}

/**
 * Yields exactly one {@link TurnsState}.
 *
 * A start sets the step to unknown, an end leaves the step as it was. Events without whole numbers are ignored.
 *
 * Order  the one item, at the end.
 * Holds  five values.
 * Cost   one comparison per event.
 * Ends   yields the state.
 *
 * @example
 * const [{ turn }] = await collect(pipe(memory(events), trackTurns()))
 */
export function trackTurns(): Stage<LogEvent, TurnsState> {
  const start = (saved?: TurnsState): Kernel<LogEvent, TurnsState, TurnsState> => {
    let state: TurnsState = saved ?? { turn: { state: 'unknown' }, step: { state: 'unknown' } }
    return {
      push(batch) {
        for (const event of batch) state = after(state, event)
        return 'more'
      },
      end(out) {
        out.push(state)
      },
      save: () => state,
    }
  }
  return defineStage('track-turns', start, {
    reads: ['turn/start', 'turn/end', 'step/start', 'step/end'],
    waits: true,
  })
}

function after(state: TurnsState, { type, data }: LogEvent): TurnsState {
  if (!isRecord(data)) return state
  const { turn, step, reason } = data
  if (!isWhole(turn)) return state
  const { lastEndReason } = state.turn
  switch (type) {
    case 'turn/start':
      return {
        turn: { state: 'running', turn, ...(lastEndReason && { lastEndReason }) },
        step: { state: 'unknown' },
      }
    case 'turn/end': {
      const ended = endReasonOf(reason)
      return { ...state, turn: { state: 'ended', turn, ...(ended && { lastEndReason: ended }) } }
    }
    case 'step/start':
      return isWhole(step) ? { ...state, step: { state: 'running', turn, step } } : state
    case 'step/end':
      return isWhole(step) ? { ...state, step: { state: 'ended', turn, step } } : state
    default:
      return state
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const endReasonOf = (reason: unknown): EndReason | undefined =>
  endReasons.find((known) => isRecord(reason) && reason['kind'] === known)
