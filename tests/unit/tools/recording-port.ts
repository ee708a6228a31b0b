/**
 * A host in memory that writes down every question it is asked, and lets a test step in at any of them.
 *
 * @module
 */
import type { SessionHeader } from '../../../src/pipeline/index.ts'
import { SessionNotFound, type SessionPort } from '../../../src/tools/index.ts'
import type { LogBuilder } from '../../support/log-builder.ts'
import { referenceSurface } from '../../support/reference.ts'

export type Question = keyof SessionPort

/** The state a test may change at any time; the port answers from it as it then is. */
interface PortState {
  logs: LogBuilder[]
  archived: string[]
  statuses: Record<string, string>
  clock: number
  /** Headers that are listed or returned instead of the logs' own. */
  headers: Partial<Record<'listSessions' | 'readSurface' | 'readLog', (header: SessionHeader) => SessionHeader>>
  inheritedEventCount?: number
}

export interface RecordingPort extends SessionPort {
  readonly state: PortState
  /** Every question in order, by name. */
  readonly asked: Question[]
  /** The signal that came with each question that takes one. */
  readonly signals: (AbortSignal | undefined)[]
  /** Runs `step` while the port answers its `nth` question of that name, before the answer is made. */
  during(question: Question, step: () => unknown, nth?: number): this
}

/** A host that holds the given logs, all stored and none driven by an agent. */
export function recordingPort(...logs: LogBuilder[]): RecordingPort {
  const state: PortState = { logs, archived: [], statuses: {}, clock: 1_790_000_000_000, headers: {} }
  const asked: Question[] = []
  const signals: (AbortSignal | undefined)[] = []
  const steps: { question: Question; nth: number; step: () => unknown }[] = []

  const note = (question: Question): unknown => {
    asked.push(question)
    const nth = asked.filter((name) => name === question).length
    return steps.find((entry) => entry.question === question && entry.nth === nth)?.step()
  }
  const take = async (question: Question, signal: AbortSignal | undefined): Promise<void> => {
    signals.push(signal)
    // A real turn of the event loop, so an abort can fall into the middle of the answer.
    await new Promise((resolve) => setImmediate(resolve))
    await note(question)
  }
  const find = (id: string): LogBuilder => {
    const log = state.logs.find(({ header }) => header.id === id)
    if (log === undefined) throw new SessionNotFound()
    return log
  }
  const shown = (question: 'listSessions' | 'readSurface' | 'readLog', header: SessionHeader): SessionHeader =>
    state.headers[question]?.(header) ?? header

  return {
    state,
    asked,
    signals,
    during(question, step, nth = 1) {
      steps.push({ question, nth, step })
      return this
    },
    async listSessions(signal) {
      await take('listSessions', signal)
      return state.logs.map(({ header }) => shown('listSessions', header))
    },
    async readSurface(id, signal) {
      await take('readSurface', signal)
      const { header, events, lastSeq } = find(id)
      const capturedThroughSeq = lastSeq < 0 ? null : lastSeq
      return {
        header: shown('readSurface', header),
        capturedThroughSeq,
        events: structuredClone(referenceSurface(events)),
      }
    },
    async readLog(id, signal) {
      await take('readLog', signal)
      const { header, events } = find(id)
      const { inheritedEventCount } = state
      return { header: shown('readLog', header), events: structuredClone(events), inheritedEventCount }
    },
    async readTitle(id, signal) {
      await take('readTitle', signal)
      const titles = find(id).events.filter(({ type }) => type === 'session/title')
      return (titles.at(-1)?.data as { title: string } | undefined)?.title ?? null
    },
    archivedIds() {
      note('archivedIds')
      return state.archived
    },
    status(id) {
      note('status')
      return state.statuses[id] ?? 'offline'
    },
    now() {
      note('now')
      return state.clock
    },
  }
}
