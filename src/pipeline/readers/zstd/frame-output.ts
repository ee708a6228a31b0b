/**
 * What has been decoded of a compressed log: held back until it can be trusted, and then given its place.
 *
 * @module
 */
import type { DecodedBlock } from '../log-bytes.ts'

/**
 * Most decoded bytes of one frame that wait for its checksum. A larger frame is passed on as it is decoded, so
 * that memory does not grow with it.
 */
export const heldBytes: number = 4 * 1024 * 1024

/** Decoded bytes between two places where a second reading can begin. */
const indexEvery = 1024 * 1024

/**
 * Places where decoding can begin: a frame's offset in the file, and what stands before it decoded. There is one
 * behind each damaged frame, because how much of that was passed on is not the same in every reading.
 */
export type FrameEntries = Map<number, number>

/** What has been decoded, held back until its frame is complete or has become too large for that. */
export class FrameOutput {
  readonly #entries: FrameEntries
  readonly #isAgain: boolean
  #offset: number
  #held: Buffer[] = []
  #heldLength = 0
  #isTooLarge = false
  #frameOffset: number | undefined
  /** Where it begins in the decoded log. */
  #frameStart = 0
  /** The frame that is damaged; said once, and the rest of it is passed over. */
  #damagedAt: number | undefined
  #nextEntry = 0

  /** @param isAgain - the log is read again: `entries` are there, and its offsets are those of the first reading. */
  constructor(entries: FrameEntries, offset: number, isAgain: boolean) {
    this.#entries = entries
    this.#offset = offset
    this.#isAgain = isAgain
  }

  isDamaged(frameOffset: number): boolean {
    return this.#damagedAt === frameOffset
  }

  /** Says which frame comes next, or goes on. */
  enter(frameOffset: number): void {
    if (frameOffset === this.#frameOffset) return
    this.#frameOffset = frameOffset
    this.#isTooLarge = false
    if (this.#isAgain) this.#offset = this.#entries.get(frameOffset) ?? this.#offset
    else if (this.#offset >= this.#nextEntry) {
      this.#entries.set(frameOffset, this.#offset)
      this.#nextEntry = this.#offset + indexEvery
    }
    this.#frameStart = this.#offset
  }

  /** Holds what was decoded; yields it once the frame has too much of it. */
  *take(bytes: Buffer): Generator<DecodedBlock, void> {
    this.#held.push(bytes)
    this.#heldLength += bytes.length
    this.#isTooLarge ||= this.#heldLength > heldBytes
    if (this.#isTooLarge) yield* this.release()
  }

  *release(): Generator<DecodedBlock, void> {
    const held = this.#held
    this.#drop()
    for (const bytes of held) yield this.place(bytes)
  }

  /** Gives what need not be held its place. */
  place(bytes: Buffer): DecodedBlock {
    const offset = this.#offset
    this.#offset += bytes.length
    return { bytes, offset, frameOffset: this.#frameOffset ?? 0, frameStart: this.#frameStart }
  }

  damage(why: string): DecodedBlock {
    this.#drop()
    this.#damagedAt = this.#frameOffset
    this.#nextEntry = this.#offset
    return {
      bytes: Buffer.alloc(0),
      offset: this.#offset,
      frameOffset: this.#frameOffset ?? 0,
      frameStart: this.#frameStart,
      damage: why,
    }
  }

  #drop(): void {
    this.#held = []
    this.#heldLength = 0
  }
}
