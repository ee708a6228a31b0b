/**
 * Which stages are measured, and what each is fed with. A stage that is exported and missing here does not compile.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { compose, defineStage, type AnyStage, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import * as stages from '../../src/stages/index.ts'
import type { CallPair, Message } from '../../src/stages/index.ts'

/** One measurement: a stage, and the stage whose items it is fed with; none: the events of a log. */
export interface StageRow {
  readonly says?: string
  readonly make: () => AnyStage
  readonly after?: () => AnyStage
  /** Fed with the newest first. */
  readonly backwards?: true
}

/** Names of the exports of `./stages` that make a stage. */
type StageName = {
  [Name in keyof typeof stages]: (typeof stages)[Name] extends (...options: never[]) => AnyStage ? Name : never
}[keyof typeof stages]

/** What was said. */
export const said = (): Stage<LogEvent, Message> =>
  compose(stages.filterSources(), stages.filterBlocks(), stages.wellFormed<Message>())
const inItems = { maxItems: 8 }
const inBytes = { maxItems: 4, maxItemSize: 4096, maxSize: 16_384 }

/** Passes everything on: what a stage costs before it does anything. */
export const passOn = (): Stage<LogEvent, LogEvent> =>
  defineStage('pass-on', () => ({
    push(batch, out) {
      for (const event of batch) out.push(event)
      return 'more'
    },
  }))

/** Says one word for every message, its type, so that what is left is the fold's own cost. */
export const word = (): Stage<LogEvent, { readonly text: string }> =>
  defineStage('word', () => ({
    push(batch, out) {
      for (const { type } of batch) out.push({ text: type })
      return 'more'
    },
  }))

const exportedStages: Readonly<Record<StageName, readonly StageRow[]>> = {
  ownEvents: [{ make: () => stages.ownEvents(passOn(), 0) }],
  filterSources: [{ make: () => stages.filterSources() }],
  filterBlocks: [{ make: () => stages.filterBlocks(), after: () => stages.filterSources() }],
  wellFormed: [{ make: () => stages.wellFormed<Message>(), after: () => stages.filterBlocks() }],
  redact: [{ make: () => stages.redact<Message>(), after: said }],
  cutText: [{ make: () => stages.cutText<Message>(), after: said }],
  foldSurface: [
    { says: 'with filters inside', make: () => stages.foldSurface(said(), { newest: 4 }) },
    { says: 'alone', make: () => stages.foldSurface(word(), { newest: 4 }) },
  ],
  foldBackwards: [
    // More than there are, so that it does not stop after the first few.
    { make: () => stages.foldBackwards(said(), { newest: 1e6, maxItemSize: 4096 }), backwards: true },
  ],
  surfaceNodes: [{ make: () => stages.surfaceNodes<Message>(), after: said }],
  retainWindow: [
    { says: 'in bytes', make: () => stages.retainWindow<Message>(inBytes), after: () => stages.foldSurface(said()) },
    { says: 'in items', make: () => stages.retainWindow<Message>(inItems), after: () => stages.foldSurface(said()) },
  ],
  pairCalls: [{ make: () => stages.pairCalls() }],
  fingerprint: [
    { says: 'portable', make: () => stages.fingerprint<CallPair>(), after: () => stages.pairCalls() },
    { says: 'hash of Node', make: () => stages.fingerprint<CallPair>({ sha256 }), after: () => stages.pairCalls() },
  ],
  trackTurns: [{ make: () => stages.trackTurns() }],
  latestTitle: [{ make: () => stages.latestTitle() }],
  conversation: [{ make: () => stages.conversation() }],
  // Stops after a handful of events: the part `tail` measures that.
  conversationTail: [],
  activity: [{ make: () => stages.activity() }],
  overview: [{ make: () => stages.overview() }],
}

const sha256 = (text: string): string => hash('sha256', text)

/** A row by the name it has in the tables. */
export const stageRows: ReadonlyMap<string, StageRow> = new Map([
  ['(bare stage)', { make: passOn }],
  ...Object.entries(exportedStages).flatMap(([name, rows]) =>
    rows.map((row): [string, StageRow] => [row.says === undefined ? name : `${name}, ${row.says}`, row]),
  ),
])
