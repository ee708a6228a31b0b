/**
 * All exact reads of one log, by the harness and by us, side by side.
 *
 * @module
 */
import { dshStore, LogCache, SessionCorpus } from '../../src/corpus/index.ts'
import { answer, type Answer } from './answers.ts'
import type { AskedLog } from './query-engine.ts'

/** One read and what it came to on both sides. */
export interface Comparison {
  readonly read: string
  readonly engine: Answer
  readonly ours: Answer
}

/** The events a window around `seq` holds, and the answer the harness makes of them. */
const before = 7
const after = 9

/**
 * Asks both for everything about one session, events at these seqs.
 *
 * The engine copies the whole log for every event, so of long logs it is asked for a few of them only; what it returns
 * for the others follows from its whole log.
 */
export async function exactReads(
  log: AskedLog,
  id: string,
  seqs: (length: number) => Iterable<number>,
): Promise<Comparison[]> {
  const { query, root } = log
  const corpus = new SessionCorpus({ store: dshStore(root), logs: { cache: new LogCache() } })
  const both = async (read: string, engine: () => unknown, ours: () => unknown): Promise<Comparison> => ({
    read,
    engine: await answer(engine),
    ours: await answer(ours),
  })
  const session = id as never
  const whole = await both(
    'readSession',
    () => query.readSession(session),
    () => corpus.readSession(id),
  )
  const comparisons = [
    await both(
      'readSurface, first',
      () => query.readSurface(session),
      () => corpus.readSurface(id),
    ),
    await both(
      'readSurface, again',
      () => query.readSurface(session),
      () => corpus.readSurface(id),
    ),
    await both(
      'listEvents',
      () => query.listEvents(session),
      () => corpus.listEvents(id),
    ),
    await both(
      'readTitleSnapshot',
      () => query.readTitleSnapshot(session),
      () => corpus.readTitleSnapshot(id),
    ),
    await both(
      'listSessions',
      () => query.listSessions(),
      () => corpus.listSessions(),
    ),
    await both(
      'streamEvents',
      () => query.readSession(session),
      () => streamedWhole(corpus, id),
    ),
    whole,
  ]
  const value = 'value' in whole.engine ? (whole.engine.value as Whole) : undefined
  let asked = 0
  for (const seq of seqs(value?.events.length ?? 1)) {
    const request = { sessionId: session, seq, before, after }
    const ours = await answer(() => corpus.readEvent(request))
    const isAsked = value === undefined || asked++ < 5
    const engine = isAsked ? await answer(() => query.readEvent(request)) : window(value, seq)
    comparisons.push({ read: `readEvent ${seq}`, engine, ours })
  }
  return comparisons
}

interface Whole {
  readonly session: unknown
  readonly events: readonly { readonly seq: number }[]
}

function window({ session, events }: Whole, seq: number): Answer {
  const startSeq = Math.max(0, seq - before)
  const endSeq = Math.min(events.length - 1, seq + after)
  const target = events[seq]
  if (target === undefined) return { refused: 'SESSION_QUERY_EVENT_NOT_FOUND' }
  return { value: { session, target, events: events.slice(startSeq, endSeq + 1), startSeq, endSeq } }
}

async function streamedWhole(corpus: SessionCorpus, id: string): Promise<unknown> {
  const events: unknown[] = []
  for await (const batch of corpus.streamEvents(id)) events.push(...batch)
  const [record] = await corpus.listSessions()
  return { session: record?.header, events }
}
