/**
 * Who is asked: the harness's own session query, and our corpus over the same sessions and files.
 *
 * @module
 */
import Engine from '@deepseek-ai/dsh-session-query-sqlite'
import type { Session } from '@deepseek-ai/dsh-session'
import { dshStore, LogCache, SessionCorpus, type LiveSession, type LogStore } from '../../src/corpus/index.ts'
import type { LogEvent, SessionHeader } from '../../src/pipeline/index.ts'
import type { QuerySubject } from './query-world.ts'

/** The harness. */
export const engineSubject: QuerySubject = {
  name: 'the harness',
  async start({ context }, readWindowMax) {
    await context.plugin(Engine, {
      path: ':memory:',
      openAt: 'never',
      ...(readWindowMax !== undefined && { readWindowMax }),
    })
    return context.sessionQuery
  },
}

/** A session of the harness as a live session; with its own surface, or folded by us. */
const asLive = (session: Session, hasSurface: boolean): LiveSession => ({
  header: session.header as unknown as SessionHeader,
  seq: session.seq,
  events: () => session.events as readonly LogEvent[],
  ...(hasSurface && { surface: () => session.surface.nodes }),
})

/** Our corpus. */
export const corpusSubject = (hasSurface: boolean): QuerySubject => ({
  name: hasSurface ? 'our corpus' : 'our corpus, folding surfaces itself',
  async start(world, readWindowMax) {
    const { context, root } = world
    const store = (): LogStore | undefined => (world.isMounted ? dshStore(root) : undefined)
    return new SessionCorpus({
      store,
      live: { list: () => context.sessions.list().map((session) => asLive(session, hasSurface)) },
      logs: { cache: new LogCache() },
      ...(readWindowMax !== undefined && { readWindowMax }),
    })
  },
})
