/**
 * What stages are held to: the cost of their own, beyond that of a bare stage.
 *
 * @module
 */
import { hash } from 'node:crypto'
import { defineStage, type AnyStage, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import * as stages from '../../src/stages/index.ts'
import type { CallPair, Message } from '../../src/stages/index.ts'
import { passOn, said, word } from './stage-rows.ts'

/** One measurement: a stage, and of which items. */
export interface BarRow {
  readonly make: () => AnyStage
  /** The stage whose items it is fed with; none: the events of a log. */
  readonly after?: () => AnyStage
  /** Which of them. @defaultValue all */
  readonly only?: (item: never) => boolean
  /** What the cost is divided by. @defaultValue item */
  readonly per?: 'item' | 'UTF-16 unit'
  /** Nothing comes out: then handing items on, which the bare stage does, is no part of the cost. */
  readonly isDropped?: true
  /** Most nanoseconds that are wanted, of its own; for the bare stage, of all. */
  readonly wanted: number
}

const isAppended = ({ surfaceOp }: LogEvent): boolean => surfaceOp === 'append'
const isCallOrResult = ({ type }: LogEvent): boolean => type === 'tool/call' || type === 'tool/result'
const isResult = ({ type }: LogEvent): boolean => type === 'tool/result'
const isKept = (event: LogEvent): boolean => ['user', 'model', 'checkpoint'].includes(stages.sourceOf(event) ?? '')

/** Measures every text, as a budget does. */
const counting = (): Stage<Message, Message> =>
  defineStage('counting', () => {
    let bytes = 0
    return {
      push(batch) {
        for (const { text } of batch) bytes += stages.units.bytes.size(text)
        return 'more'
      },
      save: () => bytes,
    }
  })

/** The bare stage, which is taken off every other. */
export const bare = '(bare stage)'

/** A row by the name it has in the table. */
export const barRows: ReadonlyMap<string, BarRow> = new Map<string, BarRow>([
  [bare, { make: passOn, wanted: 10 }],
  ['filterSources, passed', { make: () => stages.filterSources(), only: isKept, wanted: 25 }],
  ['filterSources, dropped', { make: () => stages.filterSources(), only: isResult, isDropped: true, wanted: 6 }],
  ['filterBlocks, passed', { make: () => stages.filterBlocks(), after: () => stages.filterSources(), wanted: 25 }],
  ['filterBlocks, dropped', { make: () => stages.filterBlocks(), only: isResult, isDropped: true, wanted: 6 }],
  ['foldSurface', { make: () => stages.foldSurface(word(), { newest: 4 }), only: isAppended, wanted: 60 }],
  ['pairCalls', { make: () => stages.pairCalls(), only: isCallOrResult, wanted: 150 }],
  [
    'fingerprint, hash of Node',
    {
      make: () => stages.fingerprint<CallPair>({ sha256: (text) => hash('sha256', text) }),
      after: () => stages.pairCalls(),
      wanted: 600,
    },
  ],
  ['wellFormed', { make: () => stages.wellFormed<Message>(), after: said, per: 'UTF-16 unit', wanted: 1 }],
  ['counting bytes', { make: counting, after: said, per: 'UTF-16 unit', wanted: 1.5 }],
  ['redact', { make: () => stages.redact<Message>(), after: said, per: 'UTF-16 unit', wanted: 4 }],
])
