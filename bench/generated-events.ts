/**
 * Tells a long session, event by event, with the mix of real logs: about 85 % streamed deltas, steps with calls
 * and results, turns, plugin messages, and a compaction now and then.
 *
 * Holds the surface (a few thousand numbers) and one step, whatever the length of the log.
 * @module
 */
import type { LogEvent, SurfaceOp } from '../src/pipeline/index.ts'
import { wordsOf, type TextKind, type Words } from './generated-text.ts'
import { random, type Random } from './random.ts'

export interface GeneratedLog {
  /** Events in the log: it breaks off there, as the log of a running session does. */
  readonly events: number
  readonly seed: number
  /** @defaultValue repetitive */
  readonly text?: TextKind
}

type Placement = Pick<LogEvent, 'surfaceOp' | 'sourceEventSeqs'>
interface Call {
  readonly type: 'tool-call'
  readonly id: string
  readonly name: string
  readonly arguments: string
}

const route = { provider: 'mock-provider', model: 'mock-model' }
/** Real logs compact about 16 times in a million events; a short log shall have some compactions too. */
const compactionGap = (events: number): number => Math.min(62_500, Math.ceil(events / 4))

/** The events of the log, one at a time. The same options give the same events. */
export function* generatedEvents({
  events,
  seed,
  text = 'repetitive',
}: GeneratedLog): Generator<LogEvent, void, undefined> {
  let left = events
  for (const event of new Story(random(seed), text, compactionGap(events)).tell()) {
    if (left-- <= 0) return
    yield event
  }
}

type Told = Generator<LogEvent, void, undefined>

class Story {
  readonly #random: Random
  readonly #words: Words
  readonly #compactionGap: number
  #seq = 0
  #time = 1_785_000_000_000
  #turn = 0
  #step = 0
  #foreign = false
  #surface: number[] = []
  #compactedAt = 0

  constructor(source: Random, text: TextKind, gap: number) {
    this.#random = source
    this.#words = wordsOf(source, text)
    this.#compactionGap = gap
  }

  *tell(): Told {
    const tools = ['bash', 'read_file', 'edit'].map((name) => ({
      name,
      description: this.#words.sentence(40),
      parameters: { type: 'object' },
    }))
    const header = { config: route, system: this.#words.output(4000), tools }
    yield this.#event('request/header', { header, reason: 'initial' })
    yield this.#event('request/context', { ...route, contextWindow: 131_072 })
    for (;;) yield* this.#tellTurn()
  }

  *#tellTurn(): Told {
    this.#turn += 1
    this.#foreign = this.#random.next() < 0.12
    const turn = this.#turn
    yield this.#event('turn/start', { turn })
    yield this.#event('agent/inbox/spliced', { target: 'next-turn', start: 0, removedCount: 1, inserted: [] })
    const steps = this.#random.around(6)
    for (let step = 1; step <= steps; step++) {
      this.#step = step
      yield this.#event('step/start', { turn, step })
      if (step === 1) yield* this.#tellPrompt()
      yield* this.#tellAnswer(step === steps ? 0 : this.#random.int(1, 2))
      yield this.#event('step/end', { turn, step })
    }
    yield this.#event('turn/end', { turn, reason: { kind: this.#random.next() < 0.04 ? 'interrupted' : 'completed' } })
    if (turn === 1)
      yield this.#event('session/title', { title: 'Fix the parser', messageSeqs: [5], source: { kind: 'fallback' } })
    if (turn % 40 === 0) yield this.#event('todo/write', { todos: [{ content: 'run the tests', status: 'pending' }] })
    if (this.#seq - this.#compactedAt >= this.#compactionGap) yield* this.#tellCompaction()
  }

  /** A person asks; in one turn of seven a plugin adds context beside it. */
  *#tellPrompt(): Told {
    yield this.#user(this.#words.sentence(this.#random.around(60), this.#foreign), { kind: 'user' })
    if (this.#random.next() > 0.15) return
    const plugin = this.#random.pick(['@deepseek-ai/dsh-system-prompt', 'tool-jobs', 'agent-instructions'])
    yield this.#user(`<system-reminder>${this.#words.output(800)}</system-reminder>`, { kind: 'plugin', plugin })
  }

  /** Streams reasoning, text and calls, then says the whole message, then runs the calls. */
  *#tellAnswer(callCount: number): Told {
    const from = this.#seq
    const deltas = this.#random.int(12, 40)
    const content: object[] = []
    yield* this.#stream('reasoning', Math.ceil(deltas * 0.4), content)
    yield* this.#stream('text', Math.ceil(deltas * (callCount > 0 ? 0.25 : 0.6)), content)
    const calls = Array.from({ length: callCount }, () => this.#call())
    for (const call of calls) yield* this.#streamCall(call, Math.ceil((deltas * 0.35) / callCount), content)
    const usage = { inputTokens: this.#random.int(500, 90_000), outputTokens: deltas, cacheReadTokens: 1664 }
    yield this.#chunk({ type: 'usage', usage })
    yield this.#chunk({ type: 'finish', reason: { kind: callCount > 0 ? 'tool-calls' : 'stop' } })
    const sourceEventSeqs = Array.from({ length: this.#seq - from }, (_, index) => from + index)
    const message = { role: 'assistant', content, source: { kind: 'model', ...route }, id: this.#uuid() }
    yield this.#event(
      'assistant/message',
      { ...this.#place(), message, usage },
      { sourceEventSeqs, surfaceOp: 'append' },
    )
    yield* this.#runCalls(calls)
  }

  *#stream(kind: 'reasoning' | 'text', pieces: number, content: object[]): Told {
    const index = content.length
    let text = ''
    yield this.#chunk({ type: 'block-start', index, blockType: kind })
    for (let piece = 0; piece < pieces; piece++) {
      const delta = this.#words.token(this.#foreign)
      text += delta
      yield this.#chunk({ type: `${kind}-delta`, index, text: delta })
    }
    content.push({ type: kind, text })
    yield this.#chunk({ type: 'block-end', index, block: { type: kind, text } })
  }

  *#streamCall(call: Call, pieces: number, content: object[]): Told {
    const index = content.length
    const size = Math.ceil(call.arguments.length / pieces)
    yield this.#chunk({ type: 'block-start', index, blockType: 'tool-call' })
    for (let from = 0; from < call.arguments.length; from += size) {
      const argumentsDelta = call.arguments.slice(from, from + size)
      yield this.#chunk({ type: 'tool-call-delta', index, id: call.id, name: call.name, argumentsDelta })
    }
    content.push(call)
    yield this.#chunk({ type: 'block-end', index, block: call })
  }

  /** All calls start before the first result arrives; one call in five hundred never gets one. */
  *#runCalls(calls: readonly Call[]): Told {
    const started: [Call, number][] = []
    for (const call of calls) {
      started.push([call, this.#seq])
      const { id: callId, name, arguments: args } = call
      yield this.#event('tool/call', { ...this.#place(), callId, name, arguments: args })
    }
    for (const [{ id }, seq] of started) {
      if (this.#random.next() < 0.002) continue
      const isError = this.#random.next() < 0.05
      const printed = { type: 'text', text: this.#words.output(1300) }
      const content = [{ type: 'tool-result', toolCallId: id, content: [printed], isError }]
      const message = { source: { kind: 'tool', callId: id }, content, role: 'user', id: this.#uuid() }
      const error = isError ? { error: { name: 'ToolError', code: 'EXIT' } } : {}
      const placement: Placement = { sourceEventSeqs: [seq], surfaceOp: 'append' }
      yield this.#event('tool/result', { ...this.#place(), message, ...error }, placement)
    }
  }

  /** The older four fifths of the surface give way to one summary. */
  *#tellCompaction(): Told {
    const shadowed = this.#surface.slice(0, Math.ceil(this.#surface.length * 0.8))
    const [start, end] = [shadowed[0] as number, shadowed.at(-1) as number]
    const compactionId = this.#uuid()
    const summary = this.#words.sentence(400)
    this.#compactedAt = this.#seq
    const cited = [this.#seq, this.#seq + 1, ...shadowed]
    yield this.#event('compaction/start', { compactionId, turn: null })
    const range = { shadowedRange: { start, end }, shadowedSeqs: shadowed }
    yield this.#event('compaction/summary', { compactionId, summary: [{ type: 'text', text: summary }], ...range })
    const texts = ['<compacted-summary>', summary, '</compacted-summary>']
    const message = {
      content: texts.map((text) => ({ type: 'text', text })),
      source: { kind: 'plugin', plugin: 'compact', compactionId },
      role: 'user',
      id: this.#uuid(),
    }
    yield this.#event('user/message', message, { sourceEventSeqs: cited, surfaceOp: { op: 'replace', start, end } })
    yield this.#event('compaction/end', { compactionId, turn: null })
  }

  #event(type: string, data: unknown, placement: Placement = {}): LogEvent {
    const seq = this.#seq++
    // Deltas come in bursts: half of all events share the millisecond of the one before.
    this.#time += this.#random.next() < 0.5 ? 0 : this.#random.int(1, 30)
    if (placement.surfaceOp !== undefined) this.#settle(seq, placement.surfaceOp)
    return { type, seq, time: this.#time, data, ...placement }
  }

  #settle(seq: number, op: SurfaceOp): void {
    if (op === 'append') this.#surface.push(seq)
    else this.#surface.splice(0, this.#surface.indexOf(op.end) + 1, seq)
  }

  #chunk(chunk: object): LogEvent {
    return this.#event('assistant/chunk', { ...this.#place(), chunk })
  }

  #user(text: string, source: object): LogEvent {
    const message = { content: [{ type: 'text', text }], source, role: 'user', id: this.#uuid() }
    return this.#event('user/message', message, { surfaceOp: 'append' })
  }

  #call(): Call {
    const name = this.#random.pick(['bash', 'read_file', 'edit', 'grep', 'web_search'])
    const args = { command: this.#words.sentence(this.#random.around(20)).trim(), path: '/srv/app/src/lines.ts' }
    return { type: 'tool-call', id: `call_00_${this.#random.hex(20)}`, name, arguments: JSON.stringify(args) }
  }

  #place(): { turn: number; step: number } {
    return { turn: this.#turn, step: this.#step }
  }

  #uuid(): string {
    const hex = this.#random.hex(30)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18)}`
  }
}
