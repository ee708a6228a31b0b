/**
 * Tells a story to a real harness: a live session whose events the harness itself accepted, stamped and will store.
 *
 * @module
 */
import type { Session, SessionEventType } from '@deepseek-ai/dsh-session'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { Harness } from '../../demo/boot-harness.ts'
import type { LogEvent } from '../../src/pipeline/index.ts'
import type { LogBuilder } from '../support/log-builder.ts'

/** Creates the session of the story's header and appends its events; they are on disk when this resolves. */
export async function tell(harness: Harness, story: LogBuilder): Promise<Session> {
  const { id, version: _, parentSession, ...meta } = story.header
  const lineage = parentSession === undefined ? {} : { parentSession: SessionId(parentSession) }
  const options = { meta: { ...meta, ...lineage } } as Parameters<Harness['ctx']['sessions']['create']>[1]
  const session = harness.ctx.sessions.create(SessionId(id), options)
  for (const event of story.events) append(session, event)
  await harness.ctx.sessions.flush(session)
  return session
}

/** Appends one event of a story; its seq and time are the harness's. */
export function append(session: Session, event: LogEvent): void {
  const { type, data, surfaceOp, sourceEventSeqs } = event
  const placement = surfaceOp === undefined ? [] : [{ surfaceOp, ...(sourceEventSeqs && { sourceEventSeqs }) }]
  // The harness types each event by its name; a story holds any.
  const untyped = session.append.bind(session) as (type: SessionEventType, data: unknown, ...rest: unknown[]) => void
  untyped(type as SessionEventType, data, ...placement)
}
