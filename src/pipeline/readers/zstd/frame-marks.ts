/**
 * Some places of a compressed file at which a frame begins: a sparse index, because frames can only be found forwards.
 *
 * @module
 */
import type { Turns } from '../../turns.ts'
import { byteBlocks } from '../byte-blocks.ts'
import type { ByteSource } from '../byte-source.ts'
import { readFully } from '../reverse-blocks.ts'
import { frameSpans } from './frame-spans.ts'
import { FrameWalk } from './frame-walk.ts'

/** Compressed bytes between two marks, at first. */
const firstStride = 256 * 1024

/** Most marks that are kept: when there are more, every other one goes. */
const maxMarks = 4096

/** Bytes per read: as many as one read brings fast, because nothing waits for the first of them. */
const windowBytes = 1024 * 1024

/**
 * Walks the frame headers of a file from the frame at `from` on and returns where some frames begin, in order: such
 * that a walk from one of them to the next finds the frames that the walk through the whole file finds.
 *
 * Reads the whole file and decodes none of it.
 * @returns at most 4,096 marks, the first of them `from`; two are at least 256 KiB apart.
 */
export async function frameMarks(source: ByteSource, from: number, clock: Turns): Promise<readonly number[]> {
  return (await marksOfSound(source, from, clock)) ?? (await marksOfDamaged(source, from, clock))
}

/** Marks, thinned out when there are too many. */
class Marks {
  offsets: number[]
  #stride = firstStride

  constructor(from: number) {
    this.offsets = [from]
  }

  add(offset: number): void {
    if (offset - (this.offsets.at(-1) as number) < this.#stride) return
    this.offsets.push(offset)
    if (this.offsets.length <= maxMarks) return
    this.offsets = this.offsets.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }
}

/** The marks of a file whose frames are all sound, but for the last one, which may be torn; else `undefined`. */
async function marksOfSound(source: ByteSource, from: number, clock: Turns): Promise<readonly number[] | undefined> {
  const marks = new Marks(from)
  const walk = new FrameWalk(from)
  const window = Buffer.allocUnsafe(Math.min(windowBytes, source.size - from))
  let before = from
  for (let at = -1; at < walk.at && walk.at < source.size;) {
    at = walk.at
    const bytes = await readFully(source, window.subarray(0, source.size - at), at)
    for (let step = walk.step(bytes, at); step !== 'more'; step = walk.step(bytes, at)) {
      if (step === 'lost') return undefined
      if (walk.at > source.size) return marks.offsets
      // The frame before this one: this one is sound.
      marks.add(before)
      before = walk.frameOffset
    }
    if (clock.due()) await clock.next()
  }
  return marks.offsets
}

/** The same of any file. */
async function marksOfDamaged(source: ByteSource, from: number, clock: Turns): Promise<readonly number[]> {
  const marks = new Marks(from)
  // A frame is marked when the one behind it is sound too: a walk that has gone astray goes back as far as that.
  let sound: number | undefined
  let astrayUntil = from
  for await (const spans of frameSpans((at) => byteBlocks(source, at, source.size), from, source.size, clock)) {
    for (const { offset, end, lostFrom } of spans) {
      if (lostFrom === undefined) {
        if (sound !== undefined && sound >= astrayUntil) marks.add(sound)
        sound = offset
      } else {
        marks.offsets = marks.offsets.filter((mark) => mark <= offset)
        astrayUntil = end
        sound = undefined
      }
    }
  }
  return marks.offsets
}
