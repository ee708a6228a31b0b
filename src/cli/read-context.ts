/**
 * The value of `get_peer_context` for a log on disk.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { ResumeCache } from '../corpus/resume.ts'
import { both, LogError, type LogEvent, type Stage } from '../pipeline/index.ts'
import { openLog, type Damage } from '../pipeline/readers/index.ts'
import { activity, conversation, latestTitle, overview, type OverviewPart, type Title } from '../stages/index.ts'
import { peerContextValue, type PeerContextValue } from '../tools/index.ts'

/** What can be shown of a log. */
export const contextViews = ['overview', 'conversation', 'activity'] as const

/** How much is shown, and how the log is read. */
export interface ReadContextOptions {
  readonly view: (typeof contextViews)[number]
  readonly maxMessages: number
  readonly redact: boolean
  readonly maxRecordBytes: number
  /** Refuse a log with damaged records. */
  readonly strict: boolean
}

/** Reads the log at a path; from the second time on, what is new in it. */
export type ReadContext = (
  path: string,
  how?: { readonly signal?: AbortSignal; readonly cold?: boolean },
) => Promise<PeerContextValue>

/** Makes a reader of logs. The file is shown as it is, so nobody runs it: its status is `offline`. */
export function contextReader({ view, maxMessages, redact, maxRecordBytes, strict }: ReadContextOptions): ReadContext {
  const cache = new ResumeCache({ maxRecordBytes })
  const sha256 = (text: string): string => hash('sha256', text)
  return async (path, how) => {
    const fromSeq = await inheritedEvents(path, maxRecordBytes)
    const limits = { maxMessages, redact, fromSeq, sha256 }
    const stages: Record<ReadContextOptions['view'], Stage<LogEvent, OverviewPart>> = {
      overview: overview(limits),
      conversation: both(conversation(limits), latestTitle(limits)),
      activity: both(activity(limits), latestTitle(limits)),
    }
    const { header, items, report } = await cache.run(path, { key: `${view} ${fromSeq}`, stage: stages[view] }, how)
    const { damagedRecords, firstDamage } = report
    if (strict && damagedRecords > 0) throw damaged(path, damagedRecords, firstDamage)
    return peerContextValue({
      ...(Object.assign({}, ...items) as Title),
      sessionId: header.id,
      runtimeStatus: 'offline',
      capturedThroughSeq: report.capturedThroughSeq,
      capturedAt: Date.now(),
      log: report,
    })
  }
}

/** How many events a fork of an old format begins with that are not its own. */
async function inheritedEvents(path: string, maxRecordBytes: number): Promise<number> {
  const log = await openLog(path, { maxRecordBytes })
  await log.close()
  return log.header.seedLength ?? 0
}

function damaged(path: string, count: number, first?: Damage): LogError {
  const where = first && `; the first is line ${first.record}, byte ${first.byte}: ${first.reason}`
  return new LogError('LOG_DAMAGED', `${path}: ${count} damaged record${count === 1 ? '' : 's'}${where ?? ''}`)
}
