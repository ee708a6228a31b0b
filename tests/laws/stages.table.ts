/**
 * Every stage under the laws: one row per stage that `./stages` exports, and some that are made of several.
 *
 * @module
 */
import { both, compose, defineStage, observe, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import {
  activity,
  conversation,
  conversationTail,
  cutText,
  filterBlocks,
  filterSources,
  fingerprint,
  foldBackwards,
  foldSurface,
  latestTitle,
  overview,
  ownEvents,
  pairCalls,
  redact,
  retainWindow,
  surfaceNodes,
  trackTurns,
  wellFormed,
  type Message,
} from '../../src/stages/index.ts'
import type { LawRow } from './stage-laws.ts'

/** Exports of `./stages` that are functions and no stages, and what they are. */
export const notStages: Readonly<Record<string, string>> = {
  findSecrets: 'finds the secrets in one text; a plain function',
  maskText: 'masks one text; a plain function',
  safeTitle: 'makes one title safe; a plain function',
  sourceOf: 'says who wrote one message; a plain function',
}

const said = (): Stage<LogEvent, Message> => compose(filterSources(), filterBlocks(), wellFormed<Message>())
/** The same events, newest first: what a reverse reader yields. */
const newestFirst = (): Stage<LogEvent, LogEvent> =>
  defineStage('newest-first', () => {
    const events: LogEvent[] = []
    return {
      push(batch) {
        for (const event of batch) events.push(event)
        return 'more'
      },
      end: (out) => {
        for (const event of events.toReversed()) out.push(event)
      },
    }
  })
/** What holds nothing, or a handful of values, may weigh this much as a saved state. */
const nothing = 200
/** `fold-surface` holds 24 bytes per node, at most twice that, in segments of 1,024. */
const perNode = 2 * 24
const perFold = 1024 * 24 + 500
/** `retain-window` holds twice its items, each at most its bound and the spare 4 KiB, and what describes them. */
const perWindow = (maxItems: number, maxItemBytes: number): number => 2 * maxItems * (maxItemBytes + 4096 + 200)

export const stageRows: readonly LawRow[] = [
  { name: 'filterSources', make: () => filterSources(), maxSavedBytes: nothing },
  { name: 'filterBlocks', make: () => filterBlocks(), maxSavedBytes: nothing },
  { name: 'wellFormed', make: () => wellFormed<Message>(), from: () => filterBlocks(), maxSavedBytes: nothing },
  { name: 'redact', make: () => redact<Message>(), from: () => filterBlocks(), maxSavedBytes: nothing },
  {
    name: 'cutText',
    make: () => cutText<Message>({ maxItemSize: 24 }),
    from: () => filterBlocks(),
    maxSavedBytes: nothing,
  },
  { name: 'ownEvents', make: () => ownEvents(trackTurns(), 7), maxSavedBytes: nothing },
  {
    name: 'foldSurface',
    make: () => foldSurface(said()),
    maxSavedBytes: perFold,
    maxSavedBytesPerNode: perNode,
  },
  {
    name: 'foldBackwards',
    make: () => foldBackwards(said(), { newest: 3, maxItemSize: 64 }),
    from: newestFirst,
    maxSavedBytes: perWindow(3, 64),
  },
  {
    name: 'surfaceNodes',
    make: () => surfaceNodes<Message>(),
    from: said,
    maxSavedBytes: nothing,
  },
  {
    name: 'retainWindow',
    make: () => retainWindow<Message>({ maxItems: 3, maxSize: 300, maxItemSize: 64 }),
    from: () => foldSurface(said(), { newest: 3 }),
    maxSavedBytes: perWindow(3, 64),
  },
  { name: 'pairCalls', make: () => pairCalls({ maxOpenCalls: 3 }), maxSavedBytes: 1_000 },
  {
    name: 'fingerprint',
    make: () => fingerprint<object>(),
    from: () => pairCalls(),
    maxSavedBytes: nothing,
  },
  { name: 'trackTurns', make: () => trackTurns(), maxSavedBytes: nothing },
  { name: 'latestTitle', make: () => latestTitle(), maxSavedBytes: 1_000 },
  {
    name: 'conversation',
    make: () => conversation({ maxMessages: 3, maxMessageBytes: 64, maxBytes: 128 }),
    maxSavedBytes: perFold + perWindow(3, 64),
    maxSavedBytesPerNode: perNode,
  },
  {
    name: 'conversationTail',
    make: () => conversationTail({ maxMessages: 3, maxMessageBytes: 64, maxBytes: 128 }),
    from: newestFirst,
    maxSavedBytes: 2 * perWindow(3, 64),
  },
  { name: 'activity', make: () => activity({ maxTools: 3, maxOpenCalls: 4, fromSeq: 3 }), maxSavedBytes: 4_000 },
  {
    name: 'overview',
    make: () => overview(),
    maxSavedBytes: perFold + perWindow(4, 4096) + 4_000,
    maxSavedBytesPerNode: perNode,
  },
]

/** The same laws for what is made of stages. */
export const madeOfStages: readonly LawRow[] = [
  {
    name: 'conversation over a folded surface',
    make: () => conversation({ folded: true, maxMessages: 2 }),
    maxSavedBytes: perWindow(2, 4096),
  },
  {
    name: 'compose',
    make: () => compose(pairCalls({ maxOpenCalls: 3 }), fingerprint()),
    maxSavedBytes: 2_000,
  },
  { name: 'both', make: () => both(latestTitle(), both(pairCalls(), filterSources())), maxSavedBytes: 2_000 },
  {
    name: 'observe',
    make: () => observe(overview()).stage,
    maxSavedBytes: perFold + perWindow(4, 4096) + 4_000,
    maxSavedBytesPerNode: perNode,
  },
]
