/**
 * Calls whose result has not arrived, by key and by age.
 *
 * @module
 */
import type { CallPair } from './pair-calls.ts'

/** Open calls; several may share a key. */
export class OpenCalls {
  /** By key, oldest first. */
  readonly #byKey = new Map<string, CallPair[]>()
  /** Key of each open call by its order; a map keeps the order in which calls were added. */
  readonly #keys = new Map<number, string>()

  constructor(saved?: ReadonlyMap<string, readonly CallPair[]>) {
    const calls = [...(saved ?? [])].flatMap(([key, open]) => open.map((call) => ({ key, call })))
    for (const { key, call } of calls.sort((a, b) => a.call.order - b.call.order)) this.add(key, call)
  }

  get size(): number {
    return this.#keys.size
  }

  save(): ReadonlyMap<string, readonly CallPair[]> {
    return new Map([...this.#byKey].map(([key, open]) => [key, [...open]]))
  }

  add(key: string, call: CallPair): void {
    const open = this.#byKey.get(key)
    if (open === undefined) this.#byKey.set(key, [call])
    else open.push(call)
    this.#keys.set(call.order, key)
  }

  /** Takes out the oldest open call with this key. */
  take(key: string): CallPair | undefined {
    const open = this.#byKey.get(key)
    const call = open?.shift()
    if (call === undefined) return undefined
    if (open?.length === 0) this.#byKey.delete(key)
    this.#keys.delete(call.order)
    return call
  }

  /** Takes out the oldest open call of all. There must be one. */
  takeOldest(): CallPair {
    const [key] = this.#keys.values()
    return this.take(key as string) as CallPair
  }
}
