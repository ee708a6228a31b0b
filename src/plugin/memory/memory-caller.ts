/**
 * Who calls a memory tool, read from its own live session: no query is asked.
 *
 * @module
 */
import { isRecord, isSeq, type LogEvent } from '../../pipeline/index.ts'
import { resultOf } from '../../stages/tool-result.ts'
import { isRecallMessage, recallTools, type MemoryCaller } from '../../tools/index.ts'
import type { HostLiveSession } from './memory-host.ts'

/** The caller behind a session; absent when nobody's session calls. */
export function callerOf(session: HostLiveSession | undefined): MemoryCaller | undefined {
  if (session === undefined) return undefined
  return {
    sessionId: session.header.id,
    fromSeq: openStep(session),
    isRecalled(seq) {
      const event = eventAt(session, seq)
      if (event === undefined) return false
      return event.type === 'tool/result' ? isRecallResult(session, event) : isRecallMessage(event)
    },
  }
}

/** The first seq of the step that is running; absent when none is. */
function openStep(session: HostLiveSession): number | undefined {
  const end = session.seq ?? session.events?.length ?? 0
  for (let seq = end - 1; seq >= 0; seq--) {
    const type = eventAt(session, seq)?.type
    if (type === 'step/start') return seq
    if (type === undefined || type === 'step/end' || type === 'turn/end') return undefined
  }
  return undefined
}

/** Whether the call that a result answers was one of a tool that shows other sessions. */
function isRecallResult(session: HostLiveSession, result: LogEvent): boolean {
  const callId = resultOf(result)?.callId
  if (callId === undefined) return false
  for (let seq = result.seq - 1; seq >= 0; seq--) {
    const event = eventAt(session, seq)
    if (event === undefined || event.type === 'turn/start') return false
    if (event.type === 'tool/call' && isRecord(event.data) && event.data['callId'] === callId)
      return recallTools.has(event.data['name'])
  }
  return false
}

/** One event of the session, when the harness can show it. */
function eventAt(session: HostLiveSession, seq: number): LogEvent | undefined {
  const event = session.eventAt === undefined ? session.events?.[seq] : session.eventAt(seq)
  return isRecord(event) && typeof event['type'] === 'string' && isSeq(event['seq'])
    ? (event as unknown as LogEvent)
    : undefined
}
