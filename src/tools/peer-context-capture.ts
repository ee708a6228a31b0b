/**
 * One attempt at capturing a session: which reads each view makes, in which order, and what must agree.
 *
 * @module
 */
import { both, collect, isSeq, pipe, type LogEvent, type SessionHeader, type Stage } from '../pipeline/index.ts'
import { memory } from '../pipeline/readers/memory.ts'
import {
  activity,
  conversation,
  latestTitle,
  overview,
  safeTitle,
  type Activity,
  type Conversation,
  type OverviewPart,
} from '../stages/index.ts'
import { isTrustedHeader, sameHeader } from './access.ts'
import { checked } from './checked.ts'
import type { PeerContextLimits } from './peer-context-limits.ts'
import type { PeerContextView } from './peer-context-request.ts'
import { SessionNotFound, type LogSnapshot, type SessionPort, type SurfaceSnapshot } from './port.ts'

/** What is captured, and how. */
export interface Aim {
  /** The header the session was listed with; every read must return the same. */
  readonly listed: SessionHeader
  readonly port: SessionPort
  readonly signal: AbortSignal | undefined
  readonly limits: PeerContextLimits
  readonly maxMessages: number
}

/** What one attempt brought home. */
export interface Captured {
  /** As the last read returned it. */
  readonly header: SessionHeader
  readonly capturedThroughSeq: number | null
  readonly capturedAt: number
  readonly title: string | null
  readonly conversation?: Conversation
  readonly activity?: Activity
}

/** The reads of one attempt do not belong together; another attempt may do better. */
export class Unsettled extends Error {
  override readonly name: string = 'Unsettled'
  /** `short`: the log ends before the surface does. `changed`: another header, or no session any more. */
  readonly why: 'short' | 'changed'

  constructor(why: 'short' | 'changed') {
    super(why)
    this.why = why
  }
}

/**
 * One attempt: in one pass over the log where the host can show it to a view, else by the reads of that view.
 *
 * Rejects with {@link Unsettled}, or with whatever a read or a view failed with.
 */
export async function capture(view: PeerContextView, aim: Aim): Promise<Captured> {
  return (await inOnePass(view, aim)) ?? (await captures[view](aim))
}

/** One pass captures everything through the seq it read; `undefined` when the host cannot make it. */
async function inOnePass(view: PeerContextView, aim: Aim): Promise<Captured | undefined> {
  const { port, listed, limits, maxMessages, signal } = aim
  if (port.readView === undefined) return undefined
  const { maxMessageBytes, maxBytes, maxTools, redact } = limits
  const options = { maxMessages, maxMessageBytes, maxBytes, maxTools, redact, fromSeq: listed.seedLength ?? 0 }
  const { sha256 } = port
  const stages: Readonly<Record<PeerContextView, () => Stage<LogEvent, OverviewPart>>> = {
    overview: () => overview({ ...options, sha256 }),
    conversation: () => both(conversation(options), latestTitle(options)),
    activity: () => both(activity({ ...options, sha256 }), latestTitle(options)),
  }
  const wanted = { key: JSON.stringify([view, options]), stage: stages[view]() }
  const seen = await read(aim, async () => port.readView?.(listed.id, wanted, signal))
  if (seen === undefined) return undefined
  const { header, capturedThroughSeq, items } = settled(aim, seen)
  return { header, capturedThroughSeq, capturedAt: port.now(), title: null, ...Object.assign({}, ...items) }
}

const captures: Readonly<Record<PeerContextView, (aim: Aim) => Promise<Captured>>> = {
  async overview(aim) {
    const surface = await readSurface(aim)
    const capturedAt = aim.port.now()
    const through = surface.capturedThroughSeq
    // The conversation is settled before the log is read, so the two arrays are never held together.
    const said = await conversationOf(aim, surface)
    const log = await readLog(aim)
    if ((lastSeq(log.events) ?? -1) < (through ?? -1)) throw new Unsettled('short')
    return {
      header: log.header,
      capturedThroughSeq: through,
      capturedAt,
      ...said,
      ...(await doneIn(aim, log, through)),
    }
  },
  async conversation(aim) {
    const surface = await readSurface(aim)
    const capturedAt = aim.port.now()
    const said = await conversationOf(aim, surface)
    const title = safeTitle(await read(aim, () => aim.port.readTitle(aim.listed.id, aim.signal)), aim.limits)
    return { header: surface.header, capturedThroughSeq: surface.capturedThroughSeq, capturedAt, title, ...said }
  },
  async activity(aim) {
    const log = await readLog(aim)
    const capturedAt = aim.port.now()
    const through = lastSeq(log.events)
    return { header: log.header, capturedThroughSeq: through, capturedAt, ...(await doneIn(aim, log, through)) }
  },
}

const readSurface = async (aim: Aim): Promise<SurfaceSnapshot> =>
  settled(aim, await read(aim, () => aim.port.readSurface(aim.listed.id, aim.signal)))

const readLog = async (aim: Aim): Promise<LogSnapshot> =>
  settled(aim, await read(aim, () => aim.port.readLog(aim.listed.id, aim.signal)))

/** Asks the port; a session that is gone leaves the attempt unsettled. */
async function read<T>(aim: Aim, question: () => Promise<T>): Promise<T> {
  try {
    return await checked(aim.signal, question)
  } catch (error) {
    throw error instanceof SessionNotFound ? new Unsettled('changed') : error
  }
}

function settled<T extends { readonly header: SessionHeader }>(aim: Aim, snapshot: T): T {
  if (isTrustedHeader(snapshot.header) && sameHeader(snapshot.header, aim.listed)) return snapshot
  throw new Unsettled('changed')
}

async function conversationOf(aim: Aim, surface: SurfaceSnapshot): Promise<{ conversation: Conversation }> {
  const { maxMessageBytes, maxBytes, redact } = aim.limits
  const view = conversation({ maxMessages: aim.maxMessages, maxMessageBytes, maxBytes, redact, folded: true })
  const events = memory(surface.events, { version: surface.header.version, folded: true })
  return Object.assign({}, ...(await collect(pipe(events, view, { signal: aim.signal }))))
}

/** Activity and title, from the log as it was when the capture was made. */
async function doneIn(
  aim: Aim,
  log: LogSnapshot,
  throughSeq: number | null,
): Promise<{ title: string | null; activity: Activity }> {
  const inherited = log.inheritedEventCount
  const fromSeq = isSeq(inherited) ? inherited : (log.header.seedLength ?? 0)
  const { sha256 } = aim.port
  const view = both(latestTitle(aim.limits), activity({ maxTools: aim.limits.maxTools, fromSeq, sha256 }))
  // No seq is below 0: of a log that was empty when it was captured, nothing counts.
  const captured = memory(log.events, { version: log.header.version, throughSeq: throughSeq ?? -1 })
  return Object.assign({}, ...(await collect(pipe(captured, view, { signal: aim.signal }))))
}

function lastSeq(events: readonly unknown[]): number | null {
  const last = events.at(-1) as { readonly seq?: unknown } | null | undefined
  return isSeq(last?.seq) ? last.seq : null
}
