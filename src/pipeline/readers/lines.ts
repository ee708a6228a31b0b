/**
 * Cuts bytes into lines. A line is what ends in a line feed (byte 0x0A): no other byte and no character ends one.
 *
 * @module
 */

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

/** Longest line whose copy is kept for the next one. */
const maxReusedBytes = 1024 * 1024

/**
 * Makes a cutter that hands each line to `sink`.
 *
 * @param maxLineBytes - longest line that is handed over, without its line end.
 * @param firstOffset - offset of the first byte that will be fed, as far as that matters. @defaultValue 0
 */
export function lineCutter(sink: LineSink, maxLineBytes: number, firstOffset = 0): LineCutter {
  // The beginning of a line whose end is in a later block: a copy, because blocks are reused. So is this one: a new
  // one per block would be garbage outside of the heap, which is collected late.
  let held: Buffer = Buffer.alloc(0)
  // The one handed over last: the sink may look at it until the block has been fed.
  let given: Buffer = Buffer.alloc(0)
  let lineOffset = 0
  let lineLength = 0
  let nextOffset = firstOffset

  const drop = (): void => {
    lineLength = 0
    if (held.length > maxReusedBytes) held = Buffer.alloc(0)
  }
  /** Puts bytes behind those that are held, unless the line has become too long. */
  const hold = (bytes: Buffer, start: number, end: number): void => {
    const length = lineLength + end - start
    if (length <= maxLineBytes) {
      if (length > held.length) {
        const wider = Buffer.allocUnsafeSlow(Math.min(maxLineBytes, 2 * length))
        held.copy(wider, 0, 0, lineLength)
        held = wider
      }
      bytes.copy(held, lineLength, start, end)
    }
    lineLength = length
  }
  const keep = (bytes: Buffer, start: number, offset: number): void => {
    if (lineLength === 0) lineOffset = offset + start
    hold(bytes, start, bytes.length)
  }
  const finishKept = (bytes: Buffer, end: number): void => {
    hold(bytes, 0, end)
    if (lineLength > maxLineBytes) sink.tooLong(lineOffset, lineLength)
    else {
      sink.line(held, 0, lineLength, lineOffset)
      ;[held, given] = [given, held]
    }
    drop()
  }

  return {
    feed(bytes, offset) {
      let start = 0
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
        if (lineLength > 0) finishKept(bytes, end)
        else if (end - start > maxLineBytes) sink.tooLong(offset + start, end - start)
        else sink.line(bytes, start, end, offset + start)
        start = end + 1
      }
      if (start < bytes.length) keep(bytes, start, offset)
      nextOffset = lineLength > 0 ? lineOffset : offset + bytes.length
    },
    drop,
    end() {
      if (lineLength === 0) return
      sink.unfinished(lineLength > maxLineBytes ? undefined : held.subarray(0, lineLength), lineOffset, lineLength)
      drop()
    },
    get nextOffset() {
      return nextOffset
    },
  }
}
