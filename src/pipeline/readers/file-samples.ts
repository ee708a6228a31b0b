/**
 * The first and the last bytes of what was read of a file, to see later whether they are still there.
 *
 * A writer that only appends never changes them; a rewrite in place that leaves both as they were goes unnoticed.
 * @module
 */

/** Bytes per sample: more than a header line and less than a read. */
const sampleBytes = 4096

/** Takes its samples from the reads of one file, up to `size`. */
export class FileSamples {
  readonly #size: number
  #first: Buffer = Buffer.alloc(0)
  #last: Buffer = Buffer.alloc(0)

  constructor(size: number) {
    this.#size = size
  }

  /** Looks at one read. */
  take(bytes: Uint8Array, offset: number, length: number): void {
    if (offset === 0 && this.#first.length === 0)
      this.#first = Buffer.from(bytes.subarray(0, Math.min(length, sampleBytes)))
    if (offset + length === this.#size)
      this.#last = Buffer.from(bytes.subarray(Math.max(0, length - sampleBytes), length))
  }

  /** Reads both again and compares. */
  async areStill(read: (into: Uint8Array, offset: number) => Promise<number>): Promise<boolean> {
    const same = async (sample: Buffer, offset: number): Promise<boolean> => {
      const now = Buffer.alloc(sample.length)
      return (await read(now, offset)) === sample.length && now.equals(sample)
    }
    return (await same(this.#first, 0)) && (await same(this.#last, this.#size - this.#last.length))
  }
}
