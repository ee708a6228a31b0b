/**
 * The newest messages of a log, read from its end where that is enough.
 *
 * @module
 */
import { collect, LogError, pipe, StageError } from '../pipeline/index.ts'
import { openLog, openReverse, type LogReport } from '../pipeline/readers/index.ts'
import { conversation, conversationTail, type ConversationView } from '../stages/index.ts'
import { peerContextValue, type PeerContextValue } from '../tools/index.ts'
import type { Terminal } from './terminal.ts'
import { visible } from './visible.ts'

/** How much is shown, and how the log is read. */
export interface ReadTailOptions {
  readonly maxMessages: number
  readonly redact: boolean
  readonly maxRecordBytes: number
}

/** A log, the view of it, and what was found on the way. */
interface Tail {
  readonly sessionId: string
  readonly views: readonly ConversationView[]
  readonly report: LogReport
}

/**
 * Reads the conversation alone; the title is not looked for. A log whose end does not tell is read from its front,
 * and the terminal hears why.
 */
export async function readTail(path: string, options: ReadTailOptions, terminal: Terminal): Promise<PeerContextValue> {
  const { sessionId, views, report } = await fromEnd(path, options).catch((error: unknown) => {
    const cause = error instanceof StageError ? error.cause : error
    if (!(cause instanceof LogError) || cause.code !== 'LOG_NEEDS_FULL_READ') throw error
    terminal.complain(`session-streams: ${visible(cause.message)}: the whole log is read.\n`)
    return fromFront(path, options)
  })
  return peerContextValue({
    ...(views[0] as ConversationView),
    sessionId,
    title: null,
    runtimeStatus: 'offline',
    capturedThroughSeq: report.capturedThroughSeq,
    capturedAt: Date.now(),
    log: report,
  })
}

async function fromEnd(path: string, options: ReadTailOptions): Promise<Tail> {
  const { header, read, report } = await openReverse(path, options)
  return { sessionId: header.id, views: await collect(pipe(read, conversationTail(options))), report }
}

async function fromFront(path: string, options: ReadTailOptions): Promise<Tail> {
  const { header, read, report } = await openLog(path, options)
  return { sessionId: header.id, views: await collect(pipe(read, conversation(options))), report }
}
