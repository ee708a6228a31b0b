/**
 * One pass over one log, with every stage of the overview watched from outside.
 *
 * @module
 */
import {
  both,
  collect,
  observe,
  pipe,
  type LogEvent,
  type LogReport,
  type Reader,
  type StageFigures,
} from '../src/index.ts'
import { openLog, retryChanged } from '../src/pipeline/readers/index.ts'
import { activity, conversation, latestTitle, type Title } from '../src/stages/index.ts'
import { peerContextValue, type PeerContextValue } from '../src/tools/index.ts'

/** What one pass gave. */
export interface ObservedRead {
  /** As the terminal door makes it of a log that nobody runs. */
  readonly value: PeerContextValue
  readonly report: LogReport
  /** Events the reader handed to the stages, those read again among them. */
  readonly eventsRead: number
  /** From opening the file to the value, in milliseconds. */
  readonly timeMs: number
  /** Figures of the stages of each view. */
  readonly views: readonly { readonly view: string; readonly stages: readonly StageFigures[] }[]
}

interface ReadOptions {
  readonly maxMessages?: number
}

/**
 * Reads the log in one pass; anew when it changed meanwhile.
 *
 * @param path - a session's log, or its folder.
 * @throws LogError when it cannot be read.
 */
export function observedRead(path: string, options: ReadOptions = {}): Promise<ObservedRead> {
  return retryChanged(() => readOnce(path, options))
}

async function readOnce(path: string, options: ReadOptions): Promise<ObservedRead> {
  const since = performance.now()
  const { header, read, report } = await openLog(path)
  const said = observe(conversation(options))
  const done = observe(activity({ fromSeq: header.seedLength ?? 0 }))
  const titled = observe(latestTitle())
  const counter = counting(read)
  const parts = await collect(pipe(counter.read, both(said.stage, both(done.stage, titled.stage))))
  const value = peerContextValue({
    ...(Object.assign({}, ...parts) as Title),
    sessionId: header.id,
    runtimeStatus: 'offline',
    capturedThroughSeq: report.capturedThroughSeq,
    capturedAt: Date.now(),
    log: report,
  })
  const watched = { conversation: said, activity: done, title: titled }
  const views = Object.entries(watched).map(([view, stage]) => ({ view, stages: stage.report() }))
  return { value, report, eventsRead: counter.events(), timeMs: performance.now() - since, views }
}

function counting(read: Reader<LogEvent>): { read: Reader<LogEvent>; events(): number } {
  let events = 0
  return {
    async *read(want) {
      for await (const batch of read(want)) {
        events += batch.length
        yield batch
      }
    },
    events: () => events,
  }
}
