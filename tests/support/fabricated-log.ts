/**
 * A log of any size that is stored nowhere: its bytes are made while they are read.
 *
 * All records have the same length, so a byte's place says which record it belongs to. One in 64 is a person's
 * message, one an answer, one a call, one its result; the rest are deltas. The last record is a summary in the place
 * of the newest messages, so that older ones have to be read again.
 * @module
 */
import type { ByteSource } from '../../src/pipeline/readers/index.ts'

/** Bytes per record, its line end included. */
export const recordBytes = 512

/** Events from one message of a person to the next. */
const lap = 64

/** How many messages the last record takes away, with the answers and results between them. */
const replacedLaps = 8

/** The text of the `seq`-th event, when it is a message. */
export const fabricatedText = (seq: number): string => `message ${seq}`

/** Puts `records` events, a multiple of 64, behind a {@link ByteSource}. */
export function fabricatedLog(records: number): ByteSource {
  if (records % lap !== 0 || records < lap * replacedLaps * 2)
    throw new RangeError(`not a whole log: ${records} records`)
  const size = (records + 1) * recordBytes
  return {
    size,
    async read(into, offset) {
      const length = Math.min(into.byteLength, size - offset)
      const target = Buffer.from(into.buffer, into.byteOffset, length)
      for (let at = 0; at < length;) {
        const line = Math.floor((offset + at) / recordBytes)
        const skip = (offset + at) % recordBytes
        const text = line === 0 ? header() : record(line - 1, records)
        at += target.write(skip === 0 ? text : text.slice(skip), at, 'latin1')
      }
      return length
    },
    close: () => Promise.resolve(),
  }
}

/** The same bytes from the first to the last, in pieces. */
export async function* fabricatedBytes(records: number): AsyncGenerator<Buffer, void> {
  const source = fabricatedLog(records)
  for (let offset = 0; offset < source.size;) {
    const piece = Buffer.allocUnsafe(1 << 18)
    const length = await source.read(piece, offset)
    yield piece.subarray(0, length)
    offset += length
  }
}

const padded = (before: string, after: string): string =>
  `${before}${'x'.repeat(recordBytes - before.length - after.length - 1)}${after}\n`

const header = (): string =>
  padded(
    '{"type":"session","version":0,"id":"session-fabricated","createdAt":1700000000000,"cwd":"/srv/app","note":"',
    '"}',
  )

function record(seq: number, records: number): string {
  const head = (type: string): string => `{"type":"${type}","seq":${seq},"time":${1_700_000_000_000 + seq},"data":`
  const place = `{"turn":1,"step":1,`
  const text = `"content":[{"type":"text","text":"${fabricatedText(seq)}"}]`
  if (seq === records - 1) {
    const [start, end] = [records - lap * replacedLaps, records - lap + 3]
    const after = `"},"sourceEventSeqs":[[${start},${end}]],"surfaceOp":{"op":"replace","start":${start},"end":${end}}}`
    return padded(`${head('user/message')}{${text},"source":{"kind":"plugin","plugin":"compact"},"note":"`, after)
  }
  switch (seq % lap) {
    case 0:
      return padded(`${head('user/message')}{${text},"source":{"kind":"user"},"note":"`, '"},"surfaceOp":"append"}')
    case 1:
      return padded(`${head('assistant/message')}${place}"message":{${text}},"note":"`, '"},"surfaceOp":"append"}')
    case 2:
      return padded(`${head('tool/call')}${place}"callId":"call-${seq}","name":"bash","arguments":"`, '"}}')
    case 3: {
      const result = `"message":{"source":{"kind":"tool","callId":"call-${seq - 1}"},"content":[]},"note":"`
      return padded(`${head('tool/result')}${place}${result}`, '"},"surfaceOp":"append"}')
    }
    default:
      return padded(`${head('assistant/chunk')}${place}"chunk":{"type":"text-delta","index":0,"text":"`, '"}}}')
  }
}
