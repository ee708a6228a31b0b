/**
 * The records of a v0 file in the words of the model, said in the plainest way: for what is read from real files,
 * beside the reader under test.
 *
 * Packed rows are left out: no view shows what is in them.
 * @module
 */
import type { LogEvent } from '../../src/pipeline/index.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- untrusted JSON, read here as loosely as it may be written
type Loose = any

const shaped = (type: string, data: Loose): Loose => {
  if (type === 'assistant/message' && data.message === undefined) {
    return { ...data, message: { content: data.content, source: { kind: 'model', ...data.provenance } } }
  }
  if (type === 'tool/result' && data.message === undefined) {
    const { callId, content, isError } = data
    return {
      ...data,
      message: { source: { kind: 'tool', callId }, content: [{ toolCallId: callId, content, isError }] },
    }
  }
  return data
}

/** Every event that is no delta. */
export const canonicalEvents = (records: readonly unknown[]): LogEvent[] =>
  (records as Loose[])
    .filter(({ seq0 }) => seq0 === undefined)
    .map((record) => ({
      ...record,
      type: record.type === 'steering/message' ? 'user/message' : record.type,
      data: shaped(record.type, record.data),
    }))
