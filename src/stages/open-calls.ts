/**
 * Calls whose result has not arrived, by id and by age.
 *
 * @module
 */
import type { CallPair } from './pair-calls.ts'

/** One open call and where it was made; a turn or step that is no number is none. */
export interface OpenCall {
  readonly turn: number | undefined
  readonly step: number | undefined
  readonly call: CallPair
}

/** Open calls; several may share an id, a turn and a step. */
export class OpenCalls {
  /** By id, oldest first. */
  readonly #byId = new Map<string, OpenCall[]>()
  /** By order; a map keeps the order in which calls were added. */
  readonly #byAge = new Map<number, OpenCall>()

  constructor(saved: readonly OpenCall[] = []) {
    for (const { turn, step, call } of saved) this.add(turn, step, call)
  }

  get size(): number {
    return this.#byAge.size
  }

  /** All of them, oldest first. */
  save(): readonly OpenCall[] {
    return [...this.#byAge.values()]
  }

  add(turn: number | undefined, step: number | undefined, call: CallPair): void {
    const open = { turn, step, call }
    const same = this.#byId.get(call.callId)
    if (same === undefined) this.#byId.set(call.callId, [open])
    else same.push(open)
    this.#byAge.set(call.order, open)
  }

  /** Takes out the oldest open call with this id that was made in this turn and step. */
  take(callId: string, turn: number | undefined, step: number | undefined): CallPair | undefined {
    const same = this.#byId.get(callId)
    if (same === undefined) return undefined
    const at = same.findIndex((open) => open.turn === turn && open.step === step)
    const found = same[at]
    if (found === undefined) return undefined
    if (same.length === 1) this.#byId.delete(callId)
    else same.splice(at, 1)
    this.#byAge.delete(found.call.order)
    return found.call
  }

  /** Takes out the oldest open call of all. There must be one. */
  takeOldest(): CallPair {
    const { call, turn, step } = this.#byAge.values().next().value as OpenCall
    return this.take(call.callId, turn, step) as CallPair
  }
}
