/**
 * Brings a v0 log to a later format, as the harness does when it upgrades: deltas move into their message, seqs are
 * counted anew, the system prompt joins the surface, and from v4 on results and sources have other shapes.
 *
 * Written from the format facts, not from the reader: the two meet only in tests.
 * @module
 */
import type { LogEvent, SessionHeader } from '../../src/pipeline/index.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of any shape, taken apart as loosely as a writer may write it
type Loose = any
type JsonObject = Readonly<Record<string, unknown>>

/** A log of another format, and which of its seqs stands for which of the original. */
export interface Converted {
  readonly lines: readonly string[]
  /** Old seq to new seq; deltas have none any more. */
  readonly seqs: ReadonlyMap<number, number>
}

/** The log as format v`version`: 3 or 4. */
export function convertLog(header: SessionHeader, events: readonly LogEvent[], version: 3 | 4): Converted {
  const added = [systemMessage(version), ...(version === 4 ? [developerMessage] : [])]
  const kept = events.filter(({ type }) => type !== 'assistant/chunk')
  const seqs = new Map(kept.map(({ seq }, index) => [seq, index + added.length]))
  const time = events[0]?.time ?? header.createdAt
  const records = [
    ...added.map((record, seq) => ({ ...record, seq, time })),
    ...kept.map((event) => ({
      ...recordOf(event, version, seqs, header, events),
      seq: seqs.get(event.seq),
      time: event.time,
    })),
  ]
  const { seedLength, ...rest } = header
  const newHeader = { type: 'session', ...rest, version, isSeeded: seedLength !== undefined }
  return { lines: [newHeader, ...records].map((record) => JSON.stringify(record)), seqs }
}

/** What a session is told first; it holds a place on the surface and is nobody's words. */
const systemMessage = (version: number): JsonObject => ({
  type: 'system/message',
  data: {
    turn: 1,
    step: 1,
    message: {
      role: 'system',
      content: [{ type: 'text', text: 'planted system prompt' }],
      source: version === 3 ? { kind: 'plugin', plugin: '@deepseek-ai/dsh-system-prompt' } : { kind: 'system-prompt' },
      id: 'system-1',
    },
  },
  surfaceOp: 'append',
})

const developerMessage: JsonObject = {
  type: 'developer/message',
  data: {
    turn: 1,
    step: 1,
    message: {
      role: 'developer',
      content: [{ type: 'text', text: 'planted developer text' }],
      source: { kind: 'developer' },
    },
  },
  surfaceOp: 'append',
}

/** The record without seq and time: those stand last in later files. */
function recordOf(
  event: LogEvent,
  version: 3 | 4,
  seqs: ReadonlyMap<number, number>,
  header: SessionHeader,
  events: readonly LogEvent[],
): JsonObject {
  const { type, surfaceOp, sourceEventSeqs } = event
  const cited = type === 'assistant/message' ? undefined : sourceEventSeqs && runs(sourceEventSeqs, seqs)
  return {
    type: type.replace(/^tool\/code-dispatch/, 'tool/ptc-dispatch'),
    data: dataOf(event, version, header, events),
    ...(cited && { sourceEventSeqs: cited }),
    ...(surfaceOp && { surfaceOp: placeOf(surfaceOp, seqs) }),
    ...(event.ignorable && { ignorable: true }),
  }
}

const placeOf = (op: NonNullable<LogEvent['surfaceOp']>, seqs: ReadonlyMap<number, number>): unknown =>
  op === 'append' ? op : { op: 'replace', startSeq: seqs.get(op.start), endSeq: seqs.get(op.end) }

/** Runs of three and more seqs become pairs. */
function runs(cited: readonly unknown[], seqs: ReadonlyMap<number, number>): unknown[] {
  const numbers = cited.flatMap((seq) => seqs.get(seq as number) ?? [])
  const result: unknown[] = []
  for (let at = 0; at < numbers.length;) {
    const first = numbers[at] as number
    let length = 1
    while (numbers[at + length] === first + length) length += 1
    result.push(...(length < 3 ? numbers.slice(at, at + length) : [[first, first + length - 1]]))
    at += length
  }
  return result
}

function dataOf(
  { type, seq, data }: LogEvent,
  version: 3 | 4,
  header: SessionHeader,
  events: readonly LogEvent[],
): unknown {
  const loose: Loose = data
  if (type === 'session/end-seed' && seq === header.seedLength) return { ...loose, inherited: true }
  if (type === 'assistant/message') return { ...loose, stream: streamBefore(seq, events) }
  if (version === 3) return data
  if (type === 'user/message') return { ...loose, source: sourceOf(loose.source) }
  if (type !== 'tool/result') return data
  const { content, ...message } = loose.message
  const [{ toolCallId, content: inner, isError }] = content
  return { ...loose, message: { ...message, role: 'tool', toolCallId, content: inner, isError } }
}

/** The deltas right before a message, as they are embedded in it. */
function streamBefore(seq: number, events: readonly LogEvent[]): unknown[] {
  const stream: unknown[] = []
  for (let at = seq - 1; events[at]?.type === 'assistant/chunk'; at--) {
    const { time, data } = events[at] as LogEvent
    stream.unshift({ type: 'chunk', time, chunk: (data as Loose).chunk })
  }
  return stream
}

/** v4 has no plugin wrapper: what the harness knows has a kind of its own, the rest a kind with the plugin's name. */
function sourceOf(source: Loose): unknown {
  if (source?.kind !== 'plugin') return source
  const { plugin, ...rest } = source
  const known: Readonly<Record<string, string>> = {
    compact: 'compact-checkpoint',
    '@deepseek-ai/dsh-system-prompt': 'runtime-context',
  }
  return { ...rest, kind: known[plugin as string] ?? `plugin:${plugin}` }
}
