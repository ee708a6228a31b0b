/**
 * What the views must say, computed the plain way: the whole array at hand, no streams, no bounds on memory.
 *
 * Written from CONTRACTS ("get_peer_context: the value", D8 to D12, D16, D19), not from `src`: this is the oracle.
 * @module
 */
import { createHash } from 'node:crypto'
import type { LogEvent } from '../../src/pipeline/index.ts'
import type { Activity, Conversation } from '../../src/stages/index.ts'
import { relayFrame } from './hostile-text.ts'

export interface ReferenceOptions {
  readonly maxMessages?: number
  readonly maxMessageBytes?: number
  readonly maxBytes?: number
  readonly folded?: boolean
  readonly maxTools?: number
  readonly maxOpenCalls?: number
  readonly fromSeq?: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- untrusted JSON, read as loosely as the contract describes it
type Loose = any
type Message = Conversation['messages'][number]
type Tool = Activity['tools'][number]

const bytes = (text: string): number => Buffer.byteLength(text)

/** The events on the surface at the end of the log, in surface order. */
export function referenceSurface(events: readonly LogEvent[]): LogEvent[] {
  const surface: LogEvent[] = []
  for (const event of events) {
    if (event.surfaceOp === 'append') surface.push(event)
    else if (event.surfaceOp !== undefined) {
      const { start, end } = event.surfaceOp
      const from = surface.findIndex((node) => node.seq === start)
      const to = surface.findIndex((node) => node.seq === end)
      if (from < 0 || to < from) throw new Error(`replace ${start}..${end} is not on the surface`)
      surface.splice(from, to - from + 1, event)
    }
  }
  return surface
}

/** The one message an event contributes to the conversation; its text is whole here. */
export function referenceMessage(event: LogEvent): Message | undefined {
  if (typeof event.seq !== 'number' || typeof event.time !== 'number') return undefined
  const data: Loose = event.data ?? {}
  const assistant = event.type === 'assistant/message'
  if (!assistant && event.type !== 'user/message') return undefined
  if (assistant && data.interrupted) return undefined
  const content: Loose = assistant ? data.message?.content : data.content
  const blocks: Loose[] = Array.isArray(content) ? content : []
  const texts = blocks.filter((block) => block?.type === 'text' && typeof block.text === 'string')
  const text = texts.map((block) => block.text.toWellFormed()).join('\n')
  if (text === '') return undefined

  const checkpoint = !assistant && isCheckpoint(data.source ?? {})
  if (!assistant && !checkpoint && !isDirectUser(data.source ?? {}, text)) return undefined
  return { seq: event.seq, time: event.time, role: assistant ? 'assistant' : 'user', checkpoint, text }
}

const isCheckpoint = (source: Loose): boolean =>
  source.kind === 'compact-checkpoint' || (source.kind === 'plugin' && source.plugin === 'compact')

const isDirectUser = (source: Loose, text: string): boolean =>
  source.kind === 'user' &&
  !String(source.rpcId ?? '').startsWith('session-streams-relay:') &&
  !text.startsWith(relayFrame)

/** The longest start of `text`, in whole code points, of at most `maxBytes` bytes of UTF-8. */
function cut(text: string, maxBytes: number): string {
  let kept = ''
  for (const character of text) {
    if (bytes(kept) + bytes(character) > maxBytes) break
    kept += character
  }
  return kept
}

export function referenceConversation(events: readonly LogEvent[], options: ReferenceOptions = {}): Conversation {
  const { maxMessages = 4, maxMessageBytes = 4096, maxBytes = 16_384, folded = false } = options
  const surface = folded ? events : referenceSurface(events)
  const eligible = surface.map(referenceMessage).filter((message) => message !== undefined)
  const kept: Message[] = []
  let left = maxBytes
  for (const message of eligible.toReversed().slice(0, maxMessages)) {
    const capped = cut(message.text, maxMessageBytes)
    const text = cut(capped, left)
    if (text === '') break
    kept.unshift(text === message.text ? message : { ...message, text, truncated: true })
    left -= bytes(text)
    if (text !== capped) break // this one crossed the total
  }
  const total = (messages: readonly Message[]): number => messages.reduce((sum, { text }) => sum + bytes(text), 0)
  return {
    messages: kept,
    retention: {
      eligibleMessages: eligible.length,
      returnedMessages: kept.length,
      omittedMessages: eligible.length - kept.length,
      eligibleBytes: total(eligible),
      returnedBytes: total(kept),
      omittedBytes: total(eligible) - total(kept),
    },
  }
}

const endReasons: readonly unknown[] = [
  'completed',
  'aborted',
  'blocked',
  'error',
  'max-tokens',
  'interrupted',
  'forked',
  'disposed',
]

export function referenceActivity(events: readonly LogEvent[], options: ReferenceOptions = {}): Activity {
  const { maxTools = 8, maxOpenCalls = 4096, fromSeq = 0 } = options
  const inherited = events.findLastIndex(
    ({ type, data }: Loose) => type === 'session/end-seed' && data?.inherited === true,
  )
  const own = events.slice(inherited + 1).filter((event) => event.seq >= fromSeq)
  let turn: Activity['turn'] = { state: 'unknown' }
  let step: Activity['step'] = { state: 'unknown' }
  for (const { type, data } of own as Loose[]) {
    if (!Number.isSafeInteger(data?.turn)) continue
    if (type === 'turn/start') {
      turn = { ...turn, state: 'running', turn: data.turn }
      step = { state: 'unknown' }
    } else if (type === 'turn/end') {
      const kind = data.reason?.kind
      turn = { state: 'ended', turn: data.turn, ...(endReasons.includes(kind) && { lastEndReason: kind }) }
    } else if ((type === 'step/start' || type === 'step/end') && Number.isSafeInteger(data.step)) {
      step = { state: type === 'step/start' ? 'running' : 'ended', turn: data.turn, step: data.step }
    }
  }
  const tools = referenceTools(own, maxOpenCalls)
  const returned = tools.slice(Math.max(0, tools.length - maxTools))
  return {
    turn,
    step,
    tools: returned,
    retention: {
      eligibleTools: tools.length,
      returnedTools: returned.length,
      omittedTools: tools.length - returned.length,
    },
  }
}

/** Every call in call order, with the status its result gave it. */
function referenceTools(events: readonly LogEvent[], maxOpenCalls: number): Tool[] {
  const tools: Tool[] = []
  const open: { key: string; index: number }[] = []
  for (const { type, time, data, surfaceOp } of events as Loose[]) {
    if (type === 'tool/call' && typeof data?.callId === 'string' && typeof data.name === 'string') {
      const name = /^[A-Za-z0-9_.:/-]{1,64}$/.test(data.name) ? data.name : '(unnamed)'
      open.push({ key: JSON.stringify([data.turn, data.step, data.callId]), index: tools.length })
      tools.push({
        name,
        status: 'running',
        time,
        callId: createHash('sha256').update(data.callId).digest('hex').slice(0, 12),
      })
      if (open.length > maxOpenCalls) open.shift()
    } else if (type === 'tool/result' && surfaceOp === 'append') {
      const block = data.message.content?.[0]
      const key = JSON.stringify([data.turn, data.step, data.message.source?.callId ?? block?.toolCallId])
      const at = open.findIndex((call) => call.key === key)
      if (at < 0) continue
      const { index } = open[at]!
      open.splice(at, 1)
      const failed = block?.isError === true || data.message.isError === true || data.error !== undefined
      tools[index] = { ...(tools[index] as Tool), status: failed ? 'error' : 'completed', time }
    }
  }
  return tools
}

/** The newest title, made safe: well-formed, without control characters, at most 200 characters. */
export function referenceTitle(events: readonly LogEvent[]): string | null {
  const titles = events.filter(({ type }) => type === 'session/title').map(({ data }: Loose) => data?.title)
  const title: string = titles.findLast((text) => typeof text === 'string') ?? ''
  return [...title.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, 200).join('') || null
}
