/**
 * Writes a log that is nearly all streamed deltas: short messages, each told in some hundred pieces.
 *
 * @module
 */
import { open } from 'node:fs/promises'
import { packRows } from '../../tests/support/pack-rows.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import { wordsOf } from '../generated-text.ts'
import { random } from '../random.ts'
import { zstdFrame } from '../zstd-log.ts'

/** Deltas of one message. */
const deltas = 400
const createdAt = 1_785_000_000_000

/** Writes it to `path`, as the harness writes by default, and returns the session's id. */
export async function writeDeltaLog(path: string, events: number): Promise<string> {
  const id = `session-deltas-${events}`
  const file = await open(path, 'w')
  try {
    const header = { type: 'session', version: 0, id, createdAt, cwd: '/srv/app', delegationDepth: 0 }
    await file.appendFile(zstdFrame([JSON.stringify(header)]))
    for (const turn of turns(events)) await file.appendFile(zstdFrame(packRows(turn).map((row) => JSON.stringify(row))))
  } finally {
    await file.close()
  }
  return id
}

function* turns(events: number): Generator<LogEvent[], void> {
  const words = wordsOf(random(1), 'repetitive')
  let seq = 0
  for (let turn = 1; seq < events; turn++) yield turnOf(turn, seq, (seq += Math.min(deltas + 6, events - seq)), words)
}

function turnOf(turn: number, from: number, to: number, words: ReturnType<typeof wordsOf>): LogEvent[] {
  const said: LogEvent[] = []
  const say = (type: string, data: object, placement: object = {}): void => {
    const seq = from + said.length
    said.push({ type, seq, time: createdAt + seq * 3, data, ...placement })
  }
  const text = (value: string): object[] => [{ type: 'text', text: value }]
  const append = { surfaceOp: 'append' }
  say('turn/start', { turn })
  say('user/message', { content: text('and then?'), source: { kind: 'user' }, role: 'user', id: `u-${turn}` }, append)
  say('step/start', { turn, step: 1 })
  let answer = ''
  for (let delta = 0; delta < deltas; delta++) {
    const piece = words.token(false)
    answer += piece
    say('assistant/chunk', { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: piece } })
  }
  const source = { kind: 'model', provider: 'mock-provider', model: 'mock-model' }
  const message = { content: text(answer), source, role: 'assistant', id: `a-${turn}` }
  const sourceEventSeqs = Array.from({ length: deltas }, (_, delta) => from + 3 + delta)
  say('assistant/message', { turn, step: 1, message }, { ...append, sourceEventSeqs })
  say('step/end', { turn, step: 1 })
  say('turn/end', { turn, reason: { kind: 'completed' } })
  return said.slice(0, to - from)
}

/** A hundred events that continue a log of `events`: a question and its streamed answer. */
export function hundredMore(events: number): Buffer {
  const words = wordsOf(random(2), 'repetitive')
  const turn = 1_000_000
  const [head, tail] = [turnOf(turn, events, events + 96, words), turnOf(turn, events - 307, events + 100, words)]
  return zstdFrame(packRows([...head, ...tail.slice(-4)].map(renumbered(events))).map((row) => JSON.stringify(row)))
}

const renumbered =
  (from: number) =>
  (event: LogEvent, index: number): LogEvent => ({ ...event, seq: from + index })
