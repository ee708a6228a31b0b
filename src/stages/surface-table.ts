/**
 * The nodes of a surface in 24 bytes each: seq, size, record position and the next node's slot.
 *
 * A node that replaces a range takes over the slot of the first node in it, so slots stay in surface order for
 * ever and nothing is ever inserted in the middle. A slot's place is the seq its first node came with.
 * @module
 */
import type { PlacedNode, Shadowed } from './surface-edit.ts'

/** A table as plain data. */
export interface SavedTable {
  readonly seqs: Float64Array
  readonly positions: Float64Array
  readonly sizes: Uint32Array
  readonly nexts: Int32Array
  readonly heirs: ReadonlyMap<number, number>
  readonly places: ReadonlyMap<number, number>
  readonly used: number
  readonly live: number
}

/** Seqs of the first and the last node of a stretch of the surface. */
export interface SurfaceRange {
  readonly start: number
  readonly end: number
}

/** Where a replacing node stands, and what it took away. */
export interface Replaced {
  readonly place: number
  readonly shadowed: Shadowed
}

/** Nodes at first; the arrays double when they are full. */
const firstCapacity = 64
/** No slot. As a slot's next: the slot is dead, its node was shadowed. */
const none = -1

/** The current nodes of one surface, in surface order. */
export class SurfaceTable {
  #seqs = new Float64Array(firstCapacity)
  #positions = new Float64Array(firstCapacity)
  #sizes = new Uint32Array(firstCapacity)
  #nexts = new Int32Array(firstCapacity)
  /** For nodes that replaced others, seq to slot; all other nodes are found by binary search. */
  #heirs = new Map<number, number>()
  /** For the slots of those nodes, slot to place; every other slot's place is its seq. */
  #places = new Map<number, number>()
  #used = 0
  #live = 0

  static from(saved: SavedTable): SurfaceTable {
    const table = new SurfaceTable()
    const capacity = Math.max(firstCapacity, saved.used)
    table.#seqs = enlarged(saved.seqs, new Float64Array(capacity))
    table.#positions = enlarged(saved.positions, new Float64Array(capacity))
    table.#sizes = enlarged(saved.sizes, new Uint32Array(capacity))
    table.#nexts = enlarged(saved.nexts, new Int32Array(capacity))
    table.#heirs = new Map(saved.heirs)
    table.#places = new Map(saved.places)
    table.#used = saved.used
    table.#live = saved.live
    return table
  }

  save(): SavedTable {
    this.#closeGaps()
    const used = this.#used
    return {
      seqs: this.#seqs.slice(0, used),
      positions: this.#positions.slice(0, used),
      sizes: this.#sizes.slice(0, used),
      nexts: this.#nexts.slice(0, used),
      heirs: new Map(this.#heirs),
      places: new Map(this.#places),
      used,
      live: this.#live,
    }
  }

  /** Adds a node at the end; returns its place. Seqs must grow from one append to the next. */
  append(seq: number, size: number, position: number): number {
    if (this.#used === this.#seqs.length) this.#makeRoom()
    const slot = this.#used++
    this.#live += 1
    this.#set(slot, seq, size, position)
    this.#nexts[slot] = this.#used
    return seq
  }

  /**
   * Puts a node in the place of the nodes from seq `range.start` to seq `range.end`, both included.
   *
   * @returns its place and what it took away, or in words why the range is none.
   */
  replace(range: SurfaceRange, seq: number, size: number, position: number): Replaced | string {
    const { start, end } = range
    const from = this.#slotOf(start)
    if (from === none) return `seq ${start} is not on the surface`
    const to = this.#slotOf(end)
    if (to === none) return `seq ${end} is not on the surface`
    if (from > to) return `seq ${start} stands after seq ${end} on the surface`
    const place = this.#placeOf(from)
    const toPlace = this.#placeOf(to)
    const seqs: number[] = []
    let items = 0
    let total = 0
    const after = this.#nexts[to] as number
    for (let slot = from, next; slot !== after; slot = next) {
      next = this.#nexts[slot] as number
      const gone = this.#sizes[slot] as number
      seqs.push(this.#seqs[slot] as number)
      if (gone > 0) items += 1
      total += gone
      this.#bury(slot)
    }
    this.#live -= seqs.length - 1
    this.#set(from, seq, size, position)
    this.#nexts[from] = after
    this.#heirs.set(seq, from)
    this.#places.set(from, place)
    return { place, shadowed: { seqs, toPlace, items, size: total } }
  }

  /** The newest `count` nodes that have a size, oldest first. One pass over the slots. */
  newest(count: number): PlacedNode[] {
    const nodes: PlacedNode[] = []
    for (let slot = 0; slot < this.#used; slot = this.#nexts[slot] as number) {
      if (this.#sizes[slot] === 0) continue
      nodes.push({
        place: this.#placeOf(slot),
        size: this.#sizes[slot] as number,
        position: this.#positions[slot] as number,
      })
      if (nodes.length > 2 * count) nodes.splice(0, nodes.length - count)
    }
    return nodes.slice(Math.max(0, nodes.length - count))
  }

  #set(slot: number, seq: number, size: number, position: number): void {
    this.#seqs[slot] = seq
    this.#sizes[slot] = size
    this.#positions[slot] = position
  }

  #placeOf(slot: number): number {
    return this.#places.get(slot) ?? (this.#seqs[slot] as number)
  }

  /** Takes a slot's node away. */
  #bury(slot: number): void {
    this.#heirs.delete(this.#seqs[slot] as number)
    // A dead slot's seq is its place, so that binary search still finds its way past it.
    this.#seqs[slot] = this.#placeOf(slot)
    this.#places.delete(slot)
    this.#sizes[slot] = 0
    this.#nexts[slot] = none
  }

  /** Closes the gaps when most slots are dead, and doubles the arrays when not: amortised, one step per append. */
  #makeRoom(): void {
    if (this.#live * 2 <= this.#used) return this.#closeGaps()
    const capacity = this.#used * 2
    this.#seqs = enlarged(this.#seqs, new Float64Array(capacity))
    this.#positions = enlarged(this.#positions, new Float64Array(capacity))
    this.#sizes = enlarged(this.#sizes, new Uint32Array(capacity))
    this.#nexts = enlarged(this.#nexts, new Int32Array(capacity))
  }

  #closeGaps(): void {
    const places = new Map<number, number>()
    let to = 0
    for (let from = 0; from < this.#used; from++) {
      if (this.#nexts[from] === none) continue
      const seq = this.#seqs[from] as number
      const place = this.#places.get(from)
      if (place !== undefined) {
        places.set(to, place)
        this.#heirs.set(seq, to)
      }
      this.#set(to, seq, this.#sizes[from] as number, this.#positions[from] as number)
      this.#nexts[to] = to + 1
      to += 1
    }
    this.#places = places
    this.#used = to
  }

  /** The slot of the current node with this seq, or `none`. */
  #slotOf(seq: number): number {
    const heir = this.#heirs.get(seq)
    if (heir !== undefined) return heir
    let low = 0
    let high = this.#used - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const place = this.#placeOf(middle)
      // A slot that has an heir in it is at this place too, but its seq is another.
      if (place === seq) return this.#nexts[middle] === none || this.#places.has(middle) ? none : middle
      if (place < seq) low = middle + 1
      else high = middle - 1
    }
    return none
  }
}

function enlarged<Table extends Float64Array | Uint32Array | Int32Array>(from: ArrayLike<number>, to: Table): Table {
  to.set(from)
  return to
}
