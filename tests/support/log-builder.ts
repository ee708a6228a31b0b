/**
 * Writes a session log the way one tells it: `log().turn().user('hi').assistant('yo').endTurn()`.
 *
 * One verb appends one event (`deltas` and `seed` say how many), so the n-th verb has seq n - 1. The builder
 * keeps the surface, so a replace cites what it shadows; it does not check what it is told to write.
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SessionId, type LogEvent, type SessionHeader } from '../../src/pipeline/index.ts'
import { packRows } from './pack-rows.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type Blocks = string | readonly Json[]
/** A person's words; any other source makes it somebody else's. */
export type Source = { readonly kind: string } & Readonly<Record<string, Json>>

export interface HeaderOptions extends Partial<Omit<SessionHeader, 'id'>> {
  readonly id?: string
}
export interface ResultOptions {
  readonly isError?: boolean
  readonly error?: { readonly name: string; readonly code: string }
  readonly text?: string
  readonly meta?: Json
}
export interface SerializeOptions {
  /** Runs of deltas become storage rows. @defaultValue false */
  readonly packed?: boolean
}
type Placement = Pick<LogEvent, 'surfaceOp' | 'sourceEventSeqs'>

const model = { kind: 'model', provider: 'mock', model: 'm' }
const blocks = (content: Blocks): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

/** Starts a log of a session that works in `/srv/app`. */
export const log = (header: HeaderOptions = {}): LogBuilder => new LogBuilder(header)

export class LogBuilder {
  readonly events: LogEvent[] = []
  #header: HeaderOptions
  #turn = 0
  #step = 0
  #time: number
  #surface: number[] = []
  #lastCall = ''

  constructor(header: HeaderOptions) {
    this.#header = header
    this.#time = header.createdAt ?? 1_700_000_000_000
  }

  get header(): SessionHeader {
    const { id = 'session-built', ...rest } = this.#header
    const base = { version: 0, id: SessionId(id), createdAt: 1_700_000_000_000, cwd: '/srv/app', delegationDepth: 0 }
    return { ...base, ...rest }
  }

  /** The seqs on the surface now, in surface order. */
  get surface(): readonly number[] {
    return this.#surface
  }

  /** The seq of the last event, -1 in an empty log. */
  get lastSeq(): number {
    return this.events.length - 1
  }

  /** Sets the time of the next event; without it each event is 10 ms after the one before. */
  at(time: number): this {
    this.#time = time - 10
    return this
  }

  /** Appends an event of any type, exactly as given. */
  event(type: string, data: unknown, placement: Placement = {}): this {
    const { surfaceOp, sourceEventSeqs } = placement
    const seq = this.events.length
    this.#time += 10
    this.events.push({
      type,
      seq,
      time: this.#time,
      data,
      ...(sourceEventSeqs && { sourceEventSeqs }),
      ...(surfaceOp && { surfaceOp }),
    })
    if (surfaceOp === 'append') this.#surface.push(seq)
    else if (surfaceOp) {
      const start = this.#surface.indexOf(surfaceOp.start)
      const end = this.#surface.indexOf(surfaceOp.end)
      if (start >= 0 && end >= start) this.#surface.splice(start, end - start + 1, seq)
    }
    return this
  }

  turn(turn: number = this.#turn + 1): this {
    this.#turn = turn
    this.#step = 0
    return this.event('turn/start', { turn })
  }

  endTurn(kind = 'completed', rest: Readonly<Record<string, Json>> = {}): this {
    return this.event('turn/end', { turn: this.#place().turn, reason: { kind, ...rest } })
  }

  step(step: number = this.#step + 1): this {
    this.#step = step
    return this.event('step/start', { turn: this.#turn, step })
  }

  endStep(): this {
    return this.event('step/end', this.#place())
  }

  user(content: Blocks, source: Source = { kind: 'user' }): this {
    return this.event('user/message', this.#message('user', content, source), { surfaceOp: 'append' })
  }

  /** A user-role message that a plugin wrote. */
  plugin(plugin: string, content: Blocks, rest: Readonly<Record<string, Json>> = {}): this {
    return this.user(content, { kind: 'plugin', plugin, ...rest })
  }

  assistant(content: Blocks, rest: { readonly interrupted?: true } = {}): this {
    const data = { ...this.#place(), message: this.#message('assistant', content, model), ...rest }
    return this.event('assistant/message', data, { surfaceOp: 'append' })
  }

  /** One streamed delta per text. */
  deltas(texts: readonly string[], kind: 'text' | 'reasoning' = 'text', index = 0): this {
    for (const text of texts) this.chunk({ type: `${kind}-delta`, index, text })
    return this
  }

  /** One streamed delta per piece of a call's arguments. */
  callDeltas(id: string, pieces: readonly string[], name?: string, index = 0): this {
    const named = name === undefined ? {} : { name }
    for (const argumentsDelta of pieces) this.chunk({ type: 'tool-call-delta', index, id, ...named, argumentsDelta })
    return this
  }

  chunk(chunk: Json): this {
    return this.event('assistant/chunk', { ...this.#place(), chunk })
  }

  call(callId: string, name: string, args: Json = {}): this {
    this.#lastCall = callId
    return this.event('tool/call', { ...this.#place(), callId, name, arguments: JSON.stringify(args) })
  }

  result(callId: string = this.#lastCall, options: ResultOptions = {}): this {
    return this.event('tool/result', this.#resultData(callId, options), { surfaceOp: 'append' })
  }

  /** A message of the compaction plugin takes the place of the surface from `start` to `end`, both included. */
  replace(start: number, end: number, content: Blocks, source?: Source): this {
    const message = this.#message('user', content, source ?? { kind: 'plugin', plugin: 'compact' })
    return this.event('user/message', message, this.#replacing(start, end))
  }

  /** Compacts the whole surface so far into the three blocks the harness writes. */
  checkpoint(summary: string): this {
    const [start, end] = [this.#surface[0], this.#surface.at(-1)]
    if (start === undefined || end === undefined) throw new Error('nothing on the surface to compact')
    const text = (value: string): Json => ({ type: 'text', text: value })
    return this.replace(start, end, [text('<compacted-summary>'), text(summary), text('</compacted-summary>')])
  }

  /** A later copy of the result at `seq`, with other content, takes its place. */
  rewriteResult(seq: number, text: string): this {
    const original = this.events[seq]?.data as { message: { content: readonly Readonly<Record<string, Json>>[] } }
    const content = [{ ...original.message.content[0], content: blocks(text) }]
    const data = { ...original, message: { ...original.message, content } }
    return this.event('tool/result', data, this.#replacing(seq, seq))
  }

  title(title: string): this {
    return this.event('session/title', { title, messageSeqs: [], source: { kind: 'user' } })
  }

  /** The parent's whole log so far, then the mark that ends a seed: this log is a fork. */
  seed(parent: LogBuilder): this {
    if (this.events.length > 0) throw new Error('a seed comes first')
    for (const { type, data, ...placement } of parent.events) this.event(type, data, placement)
    this.#turn = parent.#turn
    this.#step = parent.#step
    this.#header = { parentSession: parent.header.id, seedLength: parent.events.length, ...this.#header }
    return this.event('session/end-seed', {})
  }

  lines(options: SerializeOptions = {}): string[] {
    const { version, id, createdAt, cwd, parentSession, seedLength, origin, delegationDepth, agentPreset } = this.header
    const lineage = { parentSession, seedLength, origin, delegationDepth, agentPreset }
    const header = { type: 'session', version, id, createdAt, cwd, ...lineage }
    const records = options.packed === true ? packRows(this.events) : this.events
    return [header, ...records].map((record) => JSON.stringify(record))
  }

  text(options: SerializeOptions = {}): string {
    return `${this.lines(options).join('\n')}\n`
  }

  /** Writes the log to `path`, with the folders it needs, and gives `path` back. */
  write(path: string, options: SerializeOptions = {}): string {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.text(options))
    return path
  }

  /** An event before the first `turn` or `step` counts to turn 1, step 1. */
  #place(): { turn: number; step: number } {
    return { turn: Math.max(1, this.#turn), step: Math.max(1, this.#step) }
  }

  #message(role: string, content: Blocks, source: Source): object {
    return { content: blocks(content), source, role, id: `message-${this.events.length}` }
  }

  #replacing(start: number, end: number): Placement {
    const [from, to] = [this.#surface.indexOf(start), this.#surface.indexOf(end)]
    const shadowed = from >= 0 && to >= from ? this.#surface.slice(from, to + 1) : [...new Set([start, end])]
    return { surfaceOp: { op: 'replace', start, end }, sourceEventSeqs: shadowed }
  }

  #resultData(callId: string, { isError = false, error, text = 'done', meta }: ResultOptions): object {
    const content = [{ type: 'tool-result', toolCallId: callId, content: blocks(text), isError }]
    const message = { source: { kind: 'tool', callId }, content, role: 'user', id: `message-${this.events.length}` }
    return { ...this.#place(), message, ...(error && { error }), ...(meta !== undefined && { meta }) }
  }
}
