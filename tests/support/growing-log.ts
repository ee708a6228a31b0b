/**
 * A session that never ends: its next records, as many as are asked for, with all that makes reading on hard.
 *
 * @module
 */
import { random, type Random } from '../../bench/random.ts'

const time = 1_785_000_000_000

/** Tells a session record by record; the same from the same seed. */
export class GrowingLog {
  readonly #random: Random
  #seq = 0
  #turn = 1
  /** Seqs of the current surface. */
  #surface: number[] = []
  #open: string[] = []

  constructor(seed: number) {
    this.#random = random(seed)
  }

  static header(id = 'session-growing'): string {
    return JSON.stringify({ type: 'session', version: 0, id, createdAt: time, cwd: '/srv/app', delegationDepth: 0 })
  }

  /** The next lines; now and then one that is damaged, or a seq that is missing. */
  lines(count: number): string[] {
    return Array.from({ length: count }, () => this.#line())
  }

  #line(): string {
    const { int, next } = this.#random
    const chance = next()
    if (chance < 0.01) return '{"type":"user/message","seq":'
    if (chance < 0.02) this.#seq += 2
    if (chance < 0.55) return this.#delta(int(0, 9))
    if (chance < 0.7) return this.#message('user/message', int(0, 40))
    if (chance < 0.82) return this.#message('assistant/message', int(0, 6000))
    if (chance < 0.88) return this.#call()
    if (chance < 0.94) return this.#result()
    if (chance < 0.96) return this.#replace()
    return this.#plain('turn/start', { turn: (this.#turn += 1) })
  }

  #plain(type: string, data: object, more: object = {}): string {
    return JSON.stringify({ type, seq: this.#seq++, time: time + this.#seq, data, ...more })
  }

  #delta(length: number): string {
    const chunk = { type: 'text-delta', index: 0, text: '"}é'.repeat(length) }
    return this.#plain('assistant/chunk', { turn: this.#turn, step: 1, chunk })
  }

  #message(type: string, length: number, more?: object): string {
    const isUser = type === 'user/message'
    const content = [{ type: 'text', text: `${this.#seq} ${'x'.repeat(length)}` }]
    const message = { content, source: { kind: isUser ? 'user' : 'model' }, role: isUser ? 'user' : 'assistant' }
    if (more === undefined) this.#surface.push(this.#seq)
    return this.#plain(type, isUser ? message : { turn: this.#turn, step: 1, message }, more ?? { surfaceOp: 'append' })
  }

  #call(): string {
    const callId = `call-${this.#seq}`
    this.#open.push(callId)
    return this.#plain('tool/call', { turn: this.#turn, step: 1, callId, name: 'bash', arguments: '{}' })
  }

  #result(): string {
    const callId = this.#open.shift() ?? 'call-never-made'
    this.#surface.push(this.#seq)
    const content = [{ type: 'tool-result', toolCallId: callId, content: [], isError: this.#random.next() < 0.3 }]
    const message = { source: { kind: 'tool', callId }, content, role: 'user', id: `result-${this.#seq}` }
    return this.#plain('tool/result', { turn: this.#turn, step: 1, message }, { surfaceOp: 'append' })
  }

  #replace(): string {
    const from = this.#random.int(0, this.#surface.length)
    const shadowed = this.#surface.slice(from, from + this.#random.int(1, 30))
    const [start] = shadowed
    if (start === undefined) return this.#message('user/message', 9)
    const surfaceOp = { op: 'replace', start, end: shadowed.at(-1) }
    this.#surface.splice(this.#surface.indexOf(start), shadowed.length, this.#seq)
    return this.#message('user/message', 20, { sourceEventSeqs: shadowed, surfaceOp })
  }
}
