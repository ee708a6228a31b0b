/**
 * Our own jobs: the views over a log on disk, and the reader without any.
 *
 * @module
 */
import { collect, observe, pipe, type LogEvent, type Stage, type StageFigures } from '../../src/pipeline/index.ts'
import { openLog, type OpenLogOptions } from '../../src/pipeline/readers/index.ts'
import { activity, conversation, overview } from '../../src/stages/index.ts'
import type { Job } from './job.ts'

/** The process alone, with everything of ours loaded: where memory begins. */
export const nothing: Job = { run: () => undefined }

const view = (stage: Stage<LogEvent, object>, options: OpenLogOptions = {}): Job => ({
  async run({ path }) {
    const log = await openLog(path, options)
    return Object.assign({}, ...(await collect(pipe(log.read, stage))))
  },
})

export const conversationJob: Job = view(conversation())
export const activityJob: Job = view(activity())
export const overviewJob: Job = view(overview())
export const overviewParseAll: Job = view(overview(), { parseAll: true })

/** What an observed run tells about the parts of the view. */
export interface ObservedView {
  readonly parts: readonly StageFigures[]
}

export const overviewObserved: Job = {
  async run({ path }): Promise<ObservedView> {
    const { stage, report } = observe(overview())
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
