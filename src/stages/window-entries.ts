/**
 * The window of `retain-window`: entries by place, the newest last.
 *
 * @module
 */
import type { PlacedNode } from './surface-edit.ts'

/** A node in the window; `item` is absent when its text was let go and is not back yet. */
export interface WindowEntry<T> extends PlacedNode {
  readonly item?: T
}

/** The window as plain data. */
export type SavedEntries<T> = readonly WindowEntry<T>[]

/** At most `2 * maxItems` entries in order of place. Twice, so that a replace of some rarely needs a re-read. */
export class WindowEntries<T> {
  readonly #maxItems: number
  #entries: WindowEntry<T>[]

  constructor(maxItems: number, saved: SavedEntries<T> = []) {
    this.#maxItems = maxItems
    this.#entries = [...saved]
  }

  save(): SavedEntries<T> {
    return [...this.#entries]
  }

  /** Whether an entry at this place would be among those that are held. */
  hasRoom(place: number): boolean {
    return this.#entries.length < 2 * this.#maxItems || place > (this.#entries[0]?.place ?? 0)
  }

  /** Puts an entry where its place says, usually last; lets the oldest go when there are too many. */
  insert(entry: WindowEntry<T>): void {
    let index = this.#entries.length
    while (index > 0 && (this.#entries[index - 1] as WindowEntry<T>).place > entry.place) index -= 1
    this.#entries.splice(index, 0, entry)
    if (this.#entries.length > 2 * this.#maxItems) this.#entries.shift()
  }

  /** Takes away the entries from place `from` to place `to`, both included. */
  remove(from: number, to: number): void {
    this.#entries = this.#entries.filter(({ place }) => place < from || place > to)
  }

  /** Makes the window what the nodes say, with the items it has. */
  settle(nodes: readonly PlacedNode[]): void {
    const held = new Map(this.#entries.map((entry) => [entry.place, entry]))
    this.#entries = nodes.map((node) => held.get(node.place) ?? node)
  }

  /** Positions of the records whose text is wanted and not held, oldest first. */
  missing(): number[] {
    return this.#newest().flatMap(({ item, position }) => (item === undefined ? [position] : []))
  }

  /** Gives an entry its item back. */
  fill(place: number, make: (size: number) => T): void {
    this.#entries = this.#entries.map((entry) =>
      entry.place === place && entry.item === undefined ? { ...entry, item: make(entry.size) } : entry,
    )
  }

  /** The entries that may be returned, newest first. */
  newestFirst(): readonly WindowEntry<T>[] {
    return this.#newest().reverse()
  }

  #newest(): WindowEntry<T>[] {
    return this.#entries.slice(-this.#maxItems)
  }
}
