/**
 * Some places of a compressed file at which a frame begins: a sparse index, because frames can only be found forwards.
 *
 * @module
 */
import type { Turns } from '../../turns.ts'
import { byteBlocks } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import { frameSpans } from './frame-spans.ts'

/** Compressed bytes between two marks, at first. */
const firstStride = 256 * 1024

/** Most marks that are kept: when there are more, every other one goes. */
const maxMarks = 4096

/**
 * Walks the frame headers of a file from the frame at `from` on and returns where some frames begin, in order: such
 * that a walk from one of them to the next finds the frames that the walk through the whole file finds.
 *
 * Reads the whole file and decodes none of it.
 * @returns at most 4,096 marks, the first of them `from`; two are at least 256 KiB apart.
 */
export async function frameMarks(source: ByteSource, from: number, clock: Turns): Promise<readonly number[]> {
  let marks = [from]
  let stride = firstStride
  // A frame is marked when the one behind it is sound too: a walk that has gone astray goes back as far as that.
  let sound: number | undefined
  let astrayUntil = from
  for await (const spans of frameSpans((at) => byteBlocks(source, at, source.size), from, source.size, clock)) {
    for (const { offset, end, lostFrom } of spans) {
      if (lostFrom === undefined) {
        if (sound !== undefined && sound >= Math.max(astrayUntil, (marks.at(-1) ?? 0) + stride)) marks.push(sound)
        sound = offset
      } else {
        marks = marks.filter((mark) => mark <= offset)
        astrayUntil = end
        sound = undefined
      }
    }
    if (marks.length <= maxMarks) continue
    marks = marks.filter((_, index) => index % 2 === 0)
    stride *= 2
  }
  return marks
}
