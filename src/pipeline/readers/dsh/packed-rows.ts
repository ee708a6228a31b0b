/**
 * Packed rows: one storage record for a run of streamed deltas. They are not events; each stands for several.
 *
 * @see DSH `packages/core/session/src/chunk-rows.ts`: `decodeStorageRecord`
 * @module
 */
import { isRecord, isSeq, type LogEvent } from '../../event.ts'

type Row = Readonly<Record<string, unknown>>

/** Row tag to the kind of delta its members are, and the key its members stand under. */
const kinds: ReadonlyMap<string, { readonly delta: string; readonly members: 'texts' | 'args' }> = new Map([
  ['text-chunks', { delta: 'text-delta', members: 'texts' }],
  ['reasoning-chunks', { delta: 'reasoning-delta', members: 'texts' }],
  ['tool-call-chunks', { delta: 'tool-call-delta', members: 'args' }],
])

/** The type tags of packed rows. */
export const rowTags: readonly string[] = [...kinds.keys()]

/** The event type that every member of a packed row is. */
export const packedType = 'assistant/chunk'

/** Whether a record's type tag says that it is a packed row. */
export const isRowTag = (tag: unknown): boolean => typeof tag === 'string' && kinds.has(tag)

/**
 * Checks a row and says how many events it stands for.
 *
 * @returns the number of events, at least 1, or in words why the row is damaged.
 */
export function rowLength(row: Row): number | string {
  const { seq0, time0, data } = row
  const kind = kinds.get(row['type'] as string)
  if (kind === undefined || !isSeq(seq0) || !Number.isSafeInteger(time0)) return 'a packed row without seq0 and time0'
  if (!isRecord(data)) return 'a packed row without data'
  const { turn, step, index, dt, id, name } = data
  const members = data[kind.members]
  if (!hasOnly(row, ['type', 'seq0', 'time0', 'data']) || !hasOnly(data, rowKeys[kind.members])) {
    return 'a packed row with more in it than a packed row has'
  }
  if (!Array.isArray(members) || members.length === 0 || !members.every((member) => typeof member === 'string')) {
    return 'a packed row without members'
  }
  if (![turn, step, index].every((value) => typeof value === 'number'))
    return 'a packed row without turn, step and index'
  if (kind.members === 'args' && (typeof id !== 'string' || (name !== undefined && typeof name !== 'string'))) {
    return 'a packed row of tool calls without an id'
  }
  if (!Array.isArray(dt) || dt.length !== members.length - 1 || !dt.every(Number.isSafeInteger)) {
    return 'a packed row whose time gaps do not match its members'
  }
  let time = time0 as number
  if (!(dt as readonly number[]).every((gap) => Number.isSafeInteger((time += gap))))
    return 'a packed row whose times are not whole numbers'
  return isSeq(seq0 + dt.length) ? members.length : 'a packed row whose seqs are not whole numbers'
}

const rowKeys = {
  args: ['turn', 'step', 'index', 'id', 'name', 'dt', 'args'],
  texts: ['turn', 'step', 'index', 'dt', 'texts'],
} as const

const hasOnly = (row: Row, keys: readonly string[]): boolean => Object.keys(row).every((key) => keys.includes(key))

/**
 * Says how many events a row stands for, by its time gaps alone: enough for a row nobody asks for.
 *
 * @returns the number of events, at least 1, or in words why the row is damaged.
 */
export function rowSpan({ seq0, time0, data }: Row): number | string {
  if (!isSeq(seq0) || !Number.isFinite(time0)) return 'a packed row without seq0 and time0'
  const gaps = isRecord(data) ? data['dt'] : undefined
  if (!Array.isArray(gaps)) return 'a packed row without time gaps'
  return isSeq(seq0 + gaps.length) ? gaps.length + 1 : 'a packed row whose seqs are not whole numbers'
}

/** Yields the events a checked row stands for, in order. All have the row's position. */
export function* unpackRow(row: Row, position: number): Generator<LogEvent, void, undefined> {
  const kind = kinds.get(row['type'] as string)
  if (kind === undefined) return
  const { turn, step, index, id, name, dt, ...rest } = row['data'] as Row
  const members = rest[kind.members] as readonly string[]
  const call = kind.members === 'args' ? { id, ...(name !== undefined && { name }) } : {}
  const text = kind.members === 'args' ? 'argumentsDelta' : 'text'
  let time = row['time0'] as number
  for (const [offset, member] of members.entries()) {
    if (offset > 0) time += (dt as readonly number[])[offset - 1] ?? 0
    const chunk = { type: kind.delta, index, ...call, [text]: member }
    yield { type: packedType, seq: (row['seq0'] as number) + offset, time, data: { turn, step, chunk }, position }
  }
}
