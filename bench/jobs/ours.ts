/**
 * Our own jobs: the views over a log on disk, and the reader without any.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { collect, observe, pipe, type LogEvent, type Stage, type StageFigures } from '../../src/pipeline/index.ts'
import { openLog, type OpenLogOptions } from '../../src/pipeline/readers/index.ts'
import { keepYoungHeapSmall } from '../../src/cli/young-heap.ts'
import { activity, conversation, overview } from '../../src/stages/index.ts'
import type { Job } from './job.ts'

/** The process alone, with everything of ours loaded: where memory begins. */
export const nothing: Job = { run: () => undefined }

/** As the doors hand it in. */
const hashing = { sha256: (text: string): string => hash('sha256', text) }

const view = (stage: Stage<LogEvent, object>, options: OpenLogOptions = {}): Job => ({
  async run({ path }) {
    const log = await openLog(path, options)
    return Object.assign({}, ...(await collect(pipe(log.read, stage))))
  },
})

export const conversationJob: Job = view(conversation())
export const activityJob: Job = view(activity(hashing))
export const overviewJob: Job = view(overview(hashing))
/** As the terminal reads it: with a bound for the part of the heap where garbage is born. */
export const overviewInTerminal: Job = {
  prepare: () => Promise.resolve(keepYoungHeapSmall()),
  run: (log, detail) => overviewJob.run(log, detail),
}
export const overviewParseAll: Job = view(overview(hashing), { parseAll: true })

/** What an observed run tells about the parts of the view. */
export interface ObservedView {
  readonly parts: readonly StageFigures[]
}

export const overviewObserved: Job = {
  async run({ path }): Promise<ObservedView> {
    const { stage, report } = observe(overview(hashing))
    const log = await openLog(path)
    await collect(pipe(log.read, stage))
    return { parts: report() }
  },
}

const readerAlone = (reads?: readonly string[]): Job => ({
  async run({ path }) {
    const log = await openLog(path)
    let events = 0
    for await (const batch of log.read(reads === undefined ? {} : { reads })) events += batch.length
    return events
  },
})

/** Only what the overview reads. */
export const readerAsked: Job = readerAlone(overview().reads)
/** Every event, decoded. */
export const readerAll: Job = readerAlone()
