/**
 * The fresh process: boots a real harness over one cold session, makes one read, and prints what it took as one line of
 * JSON. Started by `run.ts`.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { argv, exit, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { SessionId, type Session } from '@deepseek-ai/dsh-session'
import { bootHarness, type Harness } from '../../demo/boot-harness.ts'
import { cpuMs, peakMb } from '../measure/usage.ts'
import { hundredMore } from './delta-log.ts'

/** What is read. */
export const reads = ['surface', 'session', 'event', 'title', 'overview'] as const
export type ReadName = (typeof reads)[number]

/** What the process is asked to do. */
export interface HarnessRequest {
  /** Folder of the harness; its sessions folder holds the log. */
  readonly root: string
  readonly sessionId: string
  /** Events in the log. */
  readonly events: number
  readonly streaming: boolean
  readonly read: ReadName
  /** The log file, to which a hundred events are appended before it is read once more. */
  readonly appendTo?: string
}

/** What one read took. */
export interface HarnessSample {
  readonly wallMs: number
  readonly cpuMs: number
  /** Longest time the event loop stood still. */
  readonly stallMs: number
  /** Most memory the whole process ever had, in MiB. */
  readonly peakMb: number
  /** Equal for equal answers. */
  readonly digest: string
}

async function measured(read: () => Promise<unknown>): Promise<HarnessSample> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await sleep(50)
  delay.reset()
  const cpuBefore = cpuMs()
  const since = performance.now()
  const value = await read()
  const wallMs = performance.now() - since
  const usage = { wallMs, cpuMs: cpuMs() - cpuBefore }
  // One more turn, so that the last stretch of work is seen.
  await sleep(5)
  const stallMs = delay.max / 1e6
  const peak = peakMb()
  const digest = createHash('sha1').update(JSON.stringify(value)).digest('hex').slice(0, 12)
  return { ...usage, stallMs, peakMb: peak, digest }
}

function readOf(
  harness: Harness,
  caller: Session,
  { sessionId, events, read }: HarnessRequest,
): () => Promise<unknown> {
  const query = harness.ctx.sessionQuery
  const id = SessionId(sessionId)
  const ways: Readonly<Record<ReadName, () => Promise<unknown>>> = {
    surface: () => query.readSurface(id),
    session: () => query.readSession(id),
    event: () => query.readEvent({ sessionId: id, seq: events >> 1, before: 10, after: 20 }),
    title: () => query.readTitle(id),
    async overview() {
      const { isError, value, error } = await harness.call('get_peer_context', { sessionId }, caller)
      if (isError) throw new Error(error.message)
      const { capturedAt: _, ...rest } = value as Record<string, unknown>
      return rest
    },
  }
  return ways[read]
}

const request = JSON.parse(argv[2] as string) as HarnessRequest
const harness = await bootHarness({ root: request.root, compression: 'zstd', streaming: request.streaming })
const caller = harness.ctx.sessions.create(SessionId('session-caller'), { meta: { cwd: '/srv/app' } })
await sleep(100)
const read = readOf(harness, caller, request)
const samples = [await measured(read)]
if (request.appendTo !== undefined) {
  appendFileSync(request.appendTo, hundredMore(request.events))
  samples.push(await measured(read))
}
stdout.write(`${JSON.stringify(samples)}\n`, () => exit(0))
