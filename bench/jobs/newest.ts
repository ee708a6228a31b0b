/**
 * The small job, as one writes it by hand for one event at a time: newest messages and newest finished calls.
 *
 * Less than the views: knows no replace, turn, step, title, damage, byte budget or hygiene.
 * @module
 */
import { createHash } from 'node:crypto'

/** A record as `JSON.parse` gives it; generated logs are known to be sound. */
// oxlint-disable-next-line typescript/no-explicit-any -- what a quick script does: trust the log
export type Parsed = any
export interface Said {
  readonly kind: 'said'
  readonly seq: number
  readonly text: string
}
interface Call {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
}
interface Result {
  readonly kind: 'result'
  readonly id: string
  readonly isError: boolean
}
export interface Done {
  readonly kind: 'done'
  readonly id: string
  readonly name: string
  readonly isError: boolean
}

const types = new Set(['user/message', 'assistant/message', 'tool/call', 'tool/result'])

export const isWanted = (event: Parsed): event is Parsed => types.has(event.type)

const textOf = (content: Parsed): string => content.flatMap((block: Parsed) => block.text ?? []).join('\n')

/** What is needed of one event; `undefined` when that is nothing. */
export function partOf({ type, seq, data }: Parsed): Said | Call | Result | undefined {
  if (type === 'tool/call') return { kind: 'call', id: data.callId, name: data.name }
  if (type === 'tool/result') {
    return { kind: 'result', id: data.message.source.callId, isError: data.message.content[0].isError }
  }
  if (type === 'user/message' && data.source.kind !== 'user') return undefined
  const content: Parsed = type === 'user/message' ? data.content : data.message.content
  const text = textOf(content.filter((block: Parsed) => block.type === 'text'))
  return text === '' ? undefined : { kind: 'said', seq, text }
}

/** Joins calls and results by id, for one run. */
export function pairing(): (part: Said | Call | Result) => Said | Done | undefined {
  const open = new Map<string, string>()
  return (part) => {
    if (part.kind === 'said') return part
    if (part.kind === 'call') {
      open.set(part.id, part.name)
      return undefined
    }
    const name = open.get(part.id)
    if (name === undefined) return undefined
    open.delete(part.id)
    return { ...part, kind: 'done', name }
  }
}

export const isPresent = <T>(value: T | undefined): value is T => value !== undefined

/** The newest four messages and eight finished calls, and how many were left out. */
export class Newest {
  readonly #said: Said[] = []
  readonly #done: Done[] = []
  #omitted = 0

  add(item: Said | Done): void {
    const kept: (Said | Done)[] = item.kind === 'said' ? this.#said : this.#done
    kept.push(item)
    if (kept.length <= (item.kind === 'said' ? 4 : 8)) return
    kept.shift()
    this.#omitted += 1
  }

  value(): object {
    const short = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 12)
    return {
      said: this.#said,
      done: this.#done.map((done) => ({ ...done, id: short(done.id) })),
      omitted: this.#omitted,
    }
  }
}
