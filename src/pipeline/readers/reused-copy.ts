/**
 * Copies of bytes in memory that is used again and again: a new copy for every block would be garbage outside of the
 * heap, which is collected late.
 *
 * @module
 */

/** Most bytes that are held this way. */
const maxBytes = 1024 * 1024

/** One copy that grows, and the one that was given away last. */
export class ReusedCopy {
  #memory: Buffer = Buffer.alloc(0)
  #given: Buffer = Buffer.alloc(0)
  #length = 0

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** Copies bytes behind those that are there; false when they are too many. */
  add(bytes: Buffer): boolean {
    const length = this.#length + bytes.length
    if (length > maxBytes) return false
    if (length > this.#memory.length) {
      const wider = Buffer.allocUnsafeSlow(Math.min(maxBytes, 2 * length))
      this.#memory.copy(wider, 0, 0, this.#length)
      this.#memory = wider
    }
    bytes.copy(this.#memory, this.#length)
    this.#length = length
    return true
  }

  /** Hands out what is there, and begins anew. Valid until the next one is handed out; it may be longer. */
  give(): Buffer {
    const given = this.#memory
    this.#memory = this.#given
    this.#given = given
    this.#length = 0
    return given
  }

  clear(): void {
    this.#length = 0
  }
}
