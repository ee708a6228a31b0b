/**
 * The newest eight messages, read from the end of the log, and checked against the full read.
 *
 * @module
 */
import { deepStrictEqual } from 'node:assert'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { openLog, openReverse } from '../../src/pipeline/readers/index.ts'
import { conversation, conversationTail, type ConversationView } from '../../src/stages/index.ts'
import { nsPerItem } from '../measure/loop.ts'
import type { Job } from './job.ts'

/** What reading the tail of one log came to. */
export interface TailCost {
  /** Wall time of the first call in a fresh process. */
  readonly firstMs: number
  /** Of a call when the code is warm. */
  readonly warmMs: number
  readonly bytesRead: number
}

const maxMessages = 8
const timings = 5

async function newest(path: string): Promise<{ readonly view: ConversationView; readonly bytesRead: number }> {
  const log = await openReverse(path)
  const [view] = await collect(pipe(log.read, conversationTail({ maxMessages })))
  if (view === undefined) throw new Error('no view')
  return { view, bytesRead: log.report.bytesRead }
}

export const tail: Job = {
  async run({ path }): Promise<TailCost> {
    const since = performance.now()
    const { view, bytesRead } = await newest(path)
    const firstMs = performance.now() - since
    const { cost } = await nsPerItem({ cost: () => newest(path) }, 1, timings)
    const log = await openLog(path)
    const [whole] = await collect(pipe(log.read, conversation({ maxMessages })))
    deepStrictEqual(view.conversation.messages, whole?.conversation.messages)
    return { firstMs, warmMs: cost.wall.median / 1e6, bytesRead }
  },
}
