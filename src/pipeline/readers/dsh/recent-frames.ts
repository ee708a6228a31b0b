/**
 * The frames of a compressed log that were read last: a later read begins with the one its first record lies in.
 *
 * @module
 */
import type { DecodedBlock, FramePlace } from '../log-bytes.ts'

/** A record seldom lies in more than two. */
const maxFrames = 64

/** Keeps the places of the newest frames; of a plain log, nothing. */
export class RecentFrames {
  #frames: FramePlace[]
  #isCompressed: boolean

  /** @param first - the frame that is read already. */
  constructor(first: FramePlace | undefined) {
    this.#frames = first === undefined ? [] : [first]
    this.#isCompressed = first !== undefined
  }

  enter({ frameOffset, frameStart, damage }: DecodedBlock): void {
    if (frameOffset === undefined || frameStart === undefined) return
    this.#isCompressed = true
    // How much of a damaged frame counts is not the same in every reading: nobody can begin with what it holds.
    if (damage !== undefined) this.#frames = []
    else if (this.#frames.at(-1)?.fileOffset !== frameOffset) {
      this.#frames.push({ fileOffset: frameOffset, offset: frameStart })
      if (this.#frames.length > 2 * maxFrames) this.#frames = this.#frames.slice(-maxFrames)
    }
  }

  /**
   * The frame that the byte at `offset` of the decoded log lies in.
   *
   * @returns an empty object for a plain log; `undefined` when that frame is damaged, or not known any more.
   */
  at(offset: number): { readonly frame?: FramePlace } | undefined {
    if (!this.#isCompressed) return {}
    const frame = this.#frames.findLast((one) => one.offset <= offset)
    return frame && { frame }
  }
}
