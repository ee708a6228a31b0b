/**
 * The records of the current surface as they stand in the log, as long as they are few.
 *
 * @module
 */

/** Most characters that are kept of one log: 8 Mi. A surface that outgrows it is read from the file each time. */
const maxLength = 8 * 1024 * 1024

/** Records of surface events by seq, without those that were shadowed. */
export class SurfaceTexts {
  #texts: Map<number, string> | undefined = new Map()
  #length = 0

  /** Whether all of the surface is here. */
  get isComplete(): boolean {
    return this.#texts !== undefined
  }

  /** About how many bytes they take. */
  get bytes(): number {
    return this.#length + (this.#texts?.size ?? 0) * 64
  }

  add(seq: number, text: string): void {
    if (this.#texts === undefined) return
    this.#texts.set(seq, text)
    this.#length += text.length
    if (this.#length <= maxLength) return
    this.#texts = undefined
    this.#length = 0
  }

  remove(seqs: readonly number[]): void {
    for (const seq of seqs) {
      this.#length -= this.#texts?.get(seq)?.length ?? 0
      this.#texts?.delete(seq)
    }
  }

  get(seq: number): string | undefined {
    return this.#texts?.get(seq)
  }
}
