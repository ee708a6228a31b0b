/**
 * Logs whose surface metadata is wrong in one place: what the harness refuses, so that we can see what we do.
 *
 * @module
 */
import fc from 'fast-check'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { surfaceLogs } from './arbitraries.ts'

/** An event whose metadata may be anything. */
type Loose = Omit<LogEvent, 'surfaceOp' | 'sourceEventSeqs'> & { surfaceOp?: unknown; sourceEventSeqs?: unknown }
type Disturbance = (event: Loose, events: readonly LogEvent[]) => Loose

const replaceOf = (event: Loose): { op: 'replace'; start: number; end: number } | undefined =>
  typeof event.surfaceOp === 'object' ? (event.surfaceOp as { op: 'replace'; start: number; end: number }) : undefined
const cited = (event: Loose): unknown[] => (Array.isArray(event.sourceEventSeqs) ? [...event.sourceEventSeqs] : [])

const disturbances: Readonly<Record<string, Disturbance>> = {
  'replaces from a seq that may not be there': (event) =>
    replaceOf(event) ? { ...event, surfaceOp: { ...replaceOf(event), start: replaceOf(event)!.start + 1 } } : event,
  'replaces up to a seq that may not be there': (event) =>
    replaceOf(event) ? { ...event, surfaceOp: { ...replaceOf(event), end: replaceOf(event)!.end + 1 } } : event,
  'replaces backwards': (event) => {
    const op = replaceOf(event)
    return op ? { ...event, surfaceOp: { op: 'replace', start: op.end, end: op.start } } : event
  },
  'forgets to cite a node': (event) => ({ ...event, sourceEventSeqs: cited(event).slice(1) }),
  'cites nothing': ({ sourceEventSeqs, ...event }) => event,
  'cites a node twice': (event) => ({ ...event, sourceEventSeqs: [...cited(event), ...cited(event).slice(0, 1)] }),
  'cites the future': (event) => ({ ...event, sourceEventSeqs: [...cited(event), event.seq] }),
  'cites words': (event) => ({ ...event, sourceEventSeqs: [...cited(event), 'seq 1'] }),
  'cites no list': (event) => ({ ...event, sourceEventSeqs: 'all' }),
  'has no place': ({ surfaceOp, ...event }) => event,
  'has an unknown place': (event) => ({ ...event, surfaceOp: 'prepend' }),
  'has a place with a key too many': (event) =>
    replaceOf(event) ? { ...event, surfaceOp: { ...replaceOf(event), why: 'compaction' } } : event,
  'has a place with a fraction': (event) =>
    replaceOf(event) ? { ...event, surfaceOp: { ...replaceOf(event), end: 0.5 } } : event,
  'is a result in the place of others': (event, events) => {
    const result = events.find(({ type }) => type === 'tool/result')
    return replaceOf(event) && result ? { ...event, type: 'tool/result', data: result.data } : event
  },
  'claims a place without being a message': (event) => ({ ...event, type: 'todo/write' }),
  'cites without being a message': ({ surfaceOp, ...event }) => ({
    ...event,
    type: 'todo/write',
    sourceEventSeqs: [0],
  }),
  'skips a seq': (event) => ({ ...event, seq: event.seq + 1 }),
}

/** Everything that can be wrong, in words. */
export const wrongs: readonly string[] = Object.keys(disturbances)

/** A log, and the one event in it that is wrong. */
export interface DisturbedLog {
  readonly events: readonly LogEvent[]
  readonly wrong: LogEvent | undefined
}

/** Logs with one surface event in them that is wrong in this way; most often a replace. */
export const disturbedLogs = (what: string): fc.Arbitrary<DisturbedLog> =>
  fc.tuple(surfaceLogs, fc.nat(1000), fc.boolean()).map(([{ events }, at, anyEvent]) => {
    const replaces = events.filter(({ surfaceOp }) => typeof surfaceOp === 'object')
    const choices = anyEvent || replaces.length === 0 ? events : replaces
    const chosen = choices[at % Math.max(1, choices.length)]
    if (chosen === undefined) return { events, wrong: undefined }
    const wrong = (disturbances[what] as Disturbance)(chosen, events) as LogEvent
    return { events: events.map((event) => (event === chosen ? wrong : event)), wrong }
  })
