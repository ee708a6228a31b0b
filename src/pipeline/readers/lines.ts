/**
 * Cuts bytes into lines. A line is what ends in a line feed (byte 0x0A): no other byte and no character ends one.
 *
 * @module
 */
import { ReusedCopy } from './reused-copy.ts'

/** Takes the lines, in order. Bytes are only valid during the call. */
export interface LineSink {
  /** A whole line, without its line end; a carriage return before it is part of the line. */
  line(bytes: Buffer, start: number, end: number, offset: number): void
  /** A line longer than allowed: its bytes were skipped, never held. */
  tooLong(offset: number, length: number): void
  /** What stood after the last line feed: the writer did not finish it. */
  unfinished(bytes: Buffer | undefined, offset: number, length: number): void
}

/** Cuts blocks of one file, fed in order. Holds at most one unfinished line, up to `maxLineBytes`. */
export interface LineCutter {
  feed(bytes: Buffer, offset: number): void
  /** Forgets the line that was begun: what follows does not continue it. */
  drop(): void
  /** Says that no more bytes come. */
  end(): void
  /** Offset of the first byte that belongs to no line yet. */
  readonly nextOffset: number
}

const lineFeed = 0x0a

/**
 * Makes a cutter that hands each line to `sink`.
 *
 * @param maxLineBytes - longest line that is handed over, without its line end.
 * @param firstOffset - offset of the first byte that will be fed, as far as that matters. @defaultValue 0
 */
export function lineCutter(sink: LineSink, maxLineBytes: number, firstOffset = 0): LineCutter {
  // The beginning of a line whose end is in a later block: copies, because blocks are reused.
  const start = new ReusedCopy()
  let parts: Buffer[] = []
  let lineOffset = 0
  let lineLength = 0
  let nextOffset = firstOffset

  const drop = (): void => {
    start.clear()
    parts = []
    lineLength = 0
  }
  const keep = (bytes: Buffer, from: number, offset: number): void => {
    if (lineLength === 0) lineOffset = offset + from
    lineLength += bytes.length - from
    const rest = bytes.subarray(from)
    if (lineLength > maxLineBytes) {
      start.clear()
      parts = []
    } else if (parts.length > 0 || !start.add(rest)) parts.push(Buffer.from(rest))
  }
  const finishKept = (bytes: Buffer, end: number): void => {
    const length = lineLength + end
    const rest = bytes.subarray(0, end)
    if (length > maxLineBytes) sink.tooLong(lineOffset, length)
    else if (parts.length === 0 && start.add(rest)) sink.line(start.give(), 0, length, lineOffset)
    else sink.line(Buffer.concat([start.bytes, ...parts, rest], length), 0, length, lineOffset)
    drop()
  }

  return {
    feed(bytes, offset) {
      let from = 0
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
        if (lineLength > 0) finishKept(bytes, end)
        else if (end - from > maxLineBytes) sink.tooLong(offset + from, end - from)
        else sink.line(bytes, from, end, offset + from)
        from = end + 1
      }
      if (from < bytes.length) keep(bytes, from, offset)
      nextOffset = lineLength > 0 ? lineOffset : offset + bytes.length
    },
    drop,
    end() {
      if (lineLength === 0) return
      const held = lineLength > maxLineBytes ? undefined : Buffer.concat([start.bytes, ...parts], lineLength)
      sink.unfinished(held, lineOffset, lineLength)
      drop()
    },
    get nextOffset() {
      return nextOffset
    },
  }
}
