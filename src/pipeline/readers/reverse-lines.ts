/**
 * Cuts bytes that come back to front into lines, the last line first. What a line is, `lines.ts` says.
 *
 * @module
 */
import type { LineSink } from './lines.ts'

/** Cuts blocks of one file, each standing directly before the one fed last. */
export interface ReverseLineCutter {
  feed(bytes: Buffer, offset: number): void
  /**
   * Says that nothing readable stands before what was fed: a line begins there. What is fed next ends where the
   * unreadable part begins, so what stands behind its last line feed continues nowhere and is passed over.
   */
  cut(): void
  /** Says that the first byte fed last begins a line, and that no more bytes come. */
  end(): void
}

const lineFeed = 0x0a
const nothing: Buffer = Buffer.alloc(0)

/**
 * Makes a cutter that hands each line to `sink`. Holds at most one line, up to `maxLineBytes`.
 *
 * @param maxLineBytes - longest line that is handed over, without its line end.
 */
export function reverseLineCutter(sink: LineSink, maxLineBytes: number): ReverseLineCutter {
  // The end of a line whose beginning is in an earlier block: copies, the last part first, because blocks are reused.
  let parts: Buffer[] = []
  let heldLength = 0
  // What stands behind the bytes that come: a line feed, the end of the file, or something unreadable.
  let behind: 'line end' | 'file end' | 'damage' = 'file end'
  let lowest = 0

  /** Hands over what begins at `start`; the bytes before `end` are its beginning, the parts the rest. */
  const finish = (bytes: Buffer, start: number, end: number, offset: number): void => {
    const length = end - start + heldLength
    const whole = (): Buffer => Buffer.concat([bytes.subarray(start, end), ...parts.toReversed()], length)
    if (behind === 'file end') {
      if (length > 0) sink.unfinished(length > maxLineBytes ? undefined : whole(), offset, length)
    } else if (behind === 'line end') {
      if (length > maxLineBytes) sink.tooLong(offset, length)
      else if (heldLength === 0) sink.line(bytes, start, end, offset)
      else sink.line(whole(), 0, length, offset)
    }
    parts = []
    heldLength = 0
  }
  const keep = (bytes: Buffer, end: number): void => {
    if (end === 0) return
    heldLength += end
    if (heldLength > maxLineBytes) parts = []
    else parts.push(Buffer.from(bytes.subarray(0, end)))
  }

  return {
    feed(bytes, offset) {
      let end = bytes.length
      // A negative second argument of `lastIndexOf` would count from the end.
      for (let at = end; end > 0 && (at = bytes.lastIndexOf(lineFeed, end - 1)) !== -1; end = at) {
        finish(bytes, at + 1, end, offset + at + 1)
        behind = 'line end'
      }
      keep(bytes, end)
      lowest = offset
    },
    cut() {
      finish(nothing, 0, 0, lowest)
      behind = 'damage'
    },
    end: () => finish(nothing, 0, 0, lowest),
  }
}
