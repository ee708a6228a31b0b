/**
 * The envelope of an event: what every record of every generation has around its data.
 *
 * @module
 */
import { isRecord, isSeq, type LogEvent, type SurfaceOp } from '../../event.ts'

/** A parsed record. */
export type RawRecord = Readonly<Record<string, unknown>>

/** What a generation writes in its own way. */
export interface Layout {
  /** Types that older writers named otherwise: name in the file to name in the model. */
  readonly renamed: ReadonlyMap<string, string>
  /** For each type that holds a place on the surface: brings its data into the model's shape, or says what is wrong. */
  readonly messages: Readonly<Record<string, (data: unknown) => RawRecord | string>>
  /** Keys of the first and last seq in a replace. */
  readonly replaceKeys: readonly [string, string]
}

/** Says in words what is wrong with a record's envelope; `undefined` when nothing is. */
export function envelopeFault({ type, seq, time, data }: RawRecord): string | undefined {
  if (typeof type !== 'string') return 'a record without a type'
  if (!isSeq(seq)) return 'an event whose seq is not a whole number'
  if (typeof time !== 'number' || !Number.isFinite(time)) return 'an event whose time is not a number'
  return data === undefined ? 'an event without data' : undefined
}

/**
 * Decodes a record into the one event model, or says in words why it is damaged.
 *
 * @param knownType - its type in the model, when the caller has looked that up: a string that many events share is
 *   compared faster than one of its own.
 */
export function decodeEvent(
  record: RawRecord,
  position: number,
  layout: Layout,
  knownType?: string,
): LogEvent | string {
  const fault = envelopeFault(record)
  if (fault !== undefined) return fault
  const rawType = record['type'] as string
  const type = knownType ?? layout.renamed.get(rawType) ?? rawType
  const message = Object.hasOwn(layout.messages, type) ? layout.messages[type]?.(record['data']) : undefined
  if (typeof message === 'string') return message
  const surfaceOp = surfaceOpOf(record['surfaceOp'], layout.replaceKeys)
  if (message !== undefined && surfaceOp === undefined) return 'a message without a place on the surface'
  const event: { -readonly [Key in keyof LogEvent]: LogEvent[Key] } = {
    type,
    seq: record['seq'] as number,
    time: record['time'] as number,
    data: message ?? record['data'],
    position,
  }
  if (message !== undefined && surfaceOp !== undefined) event.surfaceOp = surfaceOp
  const { sourceEventSeqs } = record
  if (Array.isArray(sourceEventSeqs)) event.sourceEventSeqs = sourceEventSeqs as readonly unknown[]
  if (record['ignorable'] === true) event.ignorable = true
  return event
}

function surfaceOpOf(op: unknown, [first, last]: readonly [string, string]): SurfaceOp | undefined {
  if (op === 'append') return op
  if (!isRecord(op) || op['op'] !== 'replace' || Object.keys(op).length !== 3) return undefined
  const start = op[first]
  const end = op[last]
  return isSeq(start) && isSeq(end) ? { op: 'replace', start, end } : undefined
}
