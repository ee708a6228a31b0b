/**
 * A bounded store: what has not been used for the longest time goes first.
 *
 * @module
 */

interface Entry<T> {
  readonly value: T
  readonly weight: number
}

/** At most so many values, and at most so much weight. */
export class RecentlyUsed<T> {
  readonly #maxEntries: number
  readonly #maxWeight: number
  /** In order of use: a map keeps the order in which keys were added. */
  readonly #entries = new Map<string, Entry<T>>()
  #weight = 0

  constructor(maxEntries: number, maxWeight: number) {
    this.#maxEntries = maxEntries
    this.#maxWeight = maxWeight
  }

  get size(): number {
    return this.#entries.size
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps a value, unless it alone is heavier than all may be together. */
  set(key: string, value: T, weight: number): void {
    this.delete(key)
    if (weight > this.#maxWeight) return
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#weight <= this.#maxWeight) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
