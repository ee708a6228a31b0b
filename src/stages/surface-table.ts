/**
 * The nodes of a surface in 24 bytes each: seq, size, record position and the next node's slot.
 *
 * A node that replaces a range takes over the slot of the first node in it, so slots stay in surface order for
 * ever and nothing is ever inserted in the middle. A slot's place is the seq its first node came with.
 * @module
 */
import type { PlacedNode, Shadowed } from './surface-edit.ts'
import { SurfaceSlots, type SavedSlots } from './surface-slots.ts'

/** A table as plain data; what it holds is shared with the table it came from, and costs nothing to save. */
export interface SavedTable {
  readonly slots: SavedSlots
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

/** As a slot's next: the slot is dead, its node was shadowed. As a slot: there is none. */
const none = -1

/** The current nodes of one surface, in surface order. */
export class SurfaceTable {
  #slots = new SurfaceSlots()
  /** For nodes that replaced others, seq to slot; all other nodes are found by binary search. */
  #heirs = new Map<number, number>()
  /** For the slots of those nodes, slot to place; every other slot's place is its seq. */
  #places = new Map<number, number>()
  #used = 0
  #live = 0

  static from(saved: SavedTable): SurfaceTable {
    const table = new SurfaceTable()
    table.#slots = new SurfaceSlots(saved.slots)
    table.#heirs = new Map(saved.heirs)
    table.#places = new Map(saved.places)
    table.#used = saved.used
    table.#live = saved.live
    return table
  }

  save(): SavedTable {
    return {
      slots: this.#slots.save(),
      heirs: new Map(this.#heirs),
      places: new Map(this.#places),
      used: this.#used,
      live: this.#live,
    }
  }

  /** Adds a node at the end; returns its place. Seqs must grow from one append to the next. */
  append(seq: number, size: number, position: number): number {
    if (this.#slots.isFull(this.#used)) this.#makeRoom()
    const slot = this.#used++
    this.#live += 1
    this.#slots.set(slot, seq, size, position, this.#used)
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
    const after = this.#slots.next(to)
    for (let slot = from, next; slot !== after; slot = next) {
      next = this.#slots.next(slot)
      const gone = this.#slots.size(slot)
      seqs.push(this.#slots.seq(slot))
      if (gone > 0) items += 1
      total += gone
      this.#bury(slot, from)
    }
    this.#live -= seqs.length - 1
    this.#slots.set(from, seq, size, position, after)
    this.#heirs.set(seq, from)
    this.#places.set(from, place)
    return { place, shadowed: { seqs, toPlace, items, size: total } }
  }

  /** The newest `count` nodes that have a size, oldest first. */
  newest(count: number): PlacedNode[] {
    const slots = this.#slots
    const nodes: PlacedNode[] = []
    for (let slot = this.#used - 1; slot >= 0 && nodes.length < count;) {
      const isDead = slots.next(slot) === none
      const size = isDead ? 0 : slots.size(slot)
      if (size > 0) nodes.push({ place: this.#placeOf(slot), size, position: slots.position(slot) })
      // A dead slot says where the stretch it was shadowed with begins.
      slot = isDead ? slots.position(slot) : slot - 1
    }
    return nodes.reverse()
  }

  /** The seqs of the nodes, in surface order. */
  seqs(): Float64Array {
    const seqs = new Float64Array(this.#live)
    for (let slot = 0, index = 0; index < seqs.length; slot = this.#slots.next(slot))
      seqs[index++] = this.#slots.seq(slot)
    return seqs
  }

  #placeOf(slot: number): number {
    return this.#places.get(slot) ?? this.#slots.seq(slot)
  }

  /** Takes away the node of a slot, which is shadowed with all from slot `from` on. */
  #bury(slot: number, from: number): void {
    this.#heirs.delete(this.#slots.seq(slot))
    // A dead slot's seq is its place, so that binary search still finds its way past it.
    this.#slots.set(slot, this.#placeOf(slot), 0, from, none)
    this.#places.delete(slot)
  }

  /** Closes the gaps when most slots are dead, which is one step per append in the long run. */
  #makeRoom(): void {
    if (this.#live * 2 <= this.#used) this.#closeGaps()
    if (this.#slots.isFull(this.#used)) this.#slots.grow()
  }

  #closeGaps(): void {
    const slots = this.#slots
    const places = new Map<number, number>()
    let to = 0
    for (let from = 0; from < this.#used; from++) {
      if (slots.next(from) === none) continue
      const seq = slots.seq(from)
      const place = this.#places.get(from)
      if (place !== undefined) {
        places.set(to, place)
        this.#heirs.set(seq, to)
      }
      slots.set(to, seq, slots.size(from), slots.position(from), to + 1)
      to += 1
    }
    slots.shrink(to)
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
      if (place === seq) return this.#slots.next(middle) === none || this.#places.has(middle) ? none : middle
      if (place < seq) low = middle + 1
      else high = middle - 1
    }
    return none
  }
}
