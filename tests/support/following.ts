/**
 * Follows a log in the background and keeps what comes, so that a test can wait for it.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { LogEvent, Reader } from '../../src/pipeline/index.ts'
import { follow, openFile, rotatedType, type FollowOptions, type LogReport } from '../../src/pipeline/readers/index.ts'

/** One run that goes on until it is stopped or fails. */
export interface Following {
  /** What has come so far. */
  readonly events: LogEvent[]
  /** Rejects when the run does; resolves when it has been stopped. */
  readonly ended: Promise<void>
  /** Waits until so many events have come, or the run has failed. */
  until(count: number): Promise<readonly LogEvent[]>
  /** Leaves the run and waits until it is over. */
  stop(): Promise<void>
}

/** Longest that a test waits for an event, on a machine that has other things to do. */
const patienceMs = 20_000

/** Begins a run; it is left at the latest when the test ends. */
export function following(reader: Reader<LogEvent>, reads?: readonly string[]): Following {
  const iterator = reader(reads === undefined ? {} : { reads })[Symbol.asyncIterator]()
  const events: LogEvent[] = []
  let failure: unknown
  let hasFailed = false
  const ended = (async () => {
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      for (const event of next.value) events.push(event)
    }
  })()
  ended.catch((error: unknown) => {
    failure = error
    hasFailed = true
  })
  const stop = async (): Promise<void> => {
    await iterator.return?.()
    await ended
  }
  onTestFinished(async () => void (await iterator.return?.()))
  return {
    events,
    ended,
    async until(count) {
      for (const since = performance.now(); events.length < count && performance.now() - since < patienceMs;) {
        if (hasFailed) throw failure
        await wait(2)
      }
      if (events.length < count) throw new Error(`only ${events.length} of ${count} events in ${patienceMs} ms`)
      return events
    },
    stop,
  }
}

/** A run that has come to the end of what is there: what is written now is new to it. */
export async function caughtUp(
  path: string,
  options: Omit<FollowOptions, 'open'> = {},
): Promise<Following & { readonly report: LogReport }> {
  let tell = (): void => undefined
  const isThere = new Promise<void>((resolve) => (tell = resolve))
  const reader = follow(path, {
    ...options,
    async open(file) {
      const source = await openFile(file)
      return {
        ...source,
        async read(into, offset) {
          const length = await source.read(into, offset)
          if (length === 0) tell()
          return length
        },
        verify: () => source.verify?.() ?? Promise.resolve(),
      }
    },
  })
  const run = following(reader)
  await Promise.race([isThere, run.ended])
  return Object.defineProperty(run as Following & { readonly report: LogReport }, 'report', {
    get: () => reader.report,
  })
}

/** Time enough for anything that is about to happen to happen. */
export const quiet = (): Promise<void> => wait(120)

/** What came, in short: seqs, and where the log went on in another file. */
export const inShort = (events: readonly LogEvent[]): unknown[] =>
  events.map(({ type, seq, data }) => (type === rotatedType ? data : seq))
