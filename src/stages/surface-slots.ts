/**
 * Four numbers per slot, in segments that a copy shares until it writes into one: so a state of any size is kept and
 * taken up again at once.
 *
 * @module
 */

const segmentBits = 10
/** Slots per segment: what is copied at the first write into a shared one. */
const segmentSlots = 1 << segmentBits
/** Takes a slot's place inside its segment. */
const inSegment = segmentSlots - 1

interface Segment {
  readonly seqs: Float64Array
  readonly positions: Float64Array
  readonly sizes: Uint32Array
  readonly nexts: Int32Array
}

/** The slots as plain data, shared with whoever has it: never written to. */
export type SavedSlots = readonly Segment[]

/** Columns that grow by the segment. Slots are numbered from 0. */
export class SurfaceSlots {
  readonly #segments: Segment[]
  /** For each segment, whether nobody else has it. */
  readonly #isOwn: boolean[]

  constructor(saved: SavedSlots = []) {
    this.#segments = [...saved]
    this.#isOwn = saved.map(() => false)
  }

  save(): SavedSlots {
    this.#isOwn.fill(false)
    return [...this.#segments]
  }

  /** Whether there is no room for a slot behind the first `used` ones. */
  isFull(used: number): boolean {
    return used === this.#segments.length * segmentSlots
  }

  grow(): void {
    this.#segments.push({
      seqs: new Float64Array(segmentSlots),
      positions: new Float64Array(segmentSlots),
      sizes: new Uint32Array(segmentSlots),
      nexts: new Int32Array(segmentSlots),
    })
    this.#isOwn.push(true)
  }

  /** Lets go of what is not needed for `used` slots. */
  shrink(used: number): void {
    this.#segments.length = Math.ceil(used / segmentSlots)
    this.#isOwn.length = this.#segments.length
  }

  seq(slot: number): number {
    return this.#read(slot).seqs[slot & inSegment] as number
  }

  position(slot: number): number {
    return this.#read(slot).positions[slot & inSegment] as number
  }

  size(slot: number): number {
    return this.#read(slot).sizes[slot & inSegment] as number
  }

  next(slot: number): number {
    return this.#read(slot).nexts[slot & inSegment] as number
  }

  set(slot: number, seq: number, size: number, position: number, next: number): void {
    const segment = this.#own(slot >> segmentBits)
    const index = slot & inSegment
    segment.seqs[index] = seq
    segment.sizes[index] = size
    segment.positions[index] = position
    segment.nexts[index] = next
  }

  #read(slot: number): Segment {
    return this.#segments[slot >> segmentBits] as Segment
  }

  #own(index: number): Segment {
    const segment = this.#segments[index] as Segment
    if (this.#isOwn[index] === true) return segment
    const { seqs, positions, sizes, nexts } = segment
    const copy = { seqs: seqs.slice(), positions: positions.slice(), sizes: sizes.slice(), nexts: nexts.slice() }
    this.#segments[index] = copy
    this.#isOwn[index] = true
    return copy
  }
}
