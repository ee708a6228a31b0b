/**
 * The doors: the same work done on the same events in batches, item by item through our doors, and with others' means.
 *
 * @module
 */
import { filter, map } from 'ix/asynciterable/operators'
import { compose, defineStage, type Batches, type LogEvent, type Stage } from '../../src/pipeline/index.ts'
import { items, perItem } from '../../src/pipeline/items.ts'
import { filterBlocks, filterSources, wellFormed, type Message } from '../../src/stages/index.ts'
import { cut, drain, ready } from './batches.ts'

/** Runs the work once over events that are in memory; yields how many items came out. */
export type Door = () => Promise<number>

// Four steps that cost nothing, so that what is measured is the door.
const isEvent = ({ seq }: LogEvent): boolean => seq >= 0
const seqOf = ({ seq }: LogEvent): number => seq
const isEven = (seq: number): boolean => seq % 2 === 0
const doubled = (seq: number): number => 2 * seq

const filterStage = <T>(keeps: (item: T) => boolean): Stage<T, T> =>
  defineStage('filter', () => ({
    push(batch, out) {
      for (const item of batch) if (keeps(item)) out.push(item)
      return 'more'
    },
  }))

const mapStage = <A, B>(step: (item: A) => B): Stage<A, B> =>
  defineStage('map', () => ({
    push(batch, out) {
      for (const item of batch) out.push(step(item))
      return 'more'
    },
  }))

async function* filtered<T>(source: AsyncIterable<T>, keeps: (item: T) => boolean): AsyncGenerator<T> {
  for await (const item of source) if (keeps(item)) yield item
}

async function* mapped<A, B>(source: AsyncIterable<A>, step: (item: A) => B): AsyncGenerator<B> {
  for await (const item of source) yield step(item)
}

async function drainItems(source: AsyncIterable<unknown>): Promise<number> {
  const iterator = source[Symbol.asyncIterator]()
  let count = 0
  while ((await iterator.next()).done !== true) count += 1
  return count
}

async function drainPlain(source: Batches<LogEvent>): Promise<number> {
  let count = 0
  for await (const batch of source) {
    for (const event of batch) if (isEvent(event) && isEven(seqOf(event)) && doubled(seqOf(event)) >= 0) count += 1
  }
  return count
}

/** Every door for four steps: filter, map, filter, map. */
export function stepDoors(events: readonly LogEvent[]): Readonly<Record<string, Door>> {
  const steps = [filterStage(isEvent), mapStage(seqOf), filterStage(isEven), mapStage(doubled)] as const
  const four = compose(...steps)
  const [one, two, three, last] = steps
  const batchesOf = new Map([1, 64, 512, 4096].map((size) => [size, cut(events, size)]))
  const source = (size = 512): Batches<LogEvent> => ready(batchesOf.get(size) ?? [])
  return {
    'one loop, no stages': () => drainPlain(source()),
    'batches of 4096': () => drain(four(source(4096))),
    'batches of 512': () => drain(four(source())),
    'batches of 64': () => drain(four(source(64))),
    'batches of 1': () => drain(four(source(1))),
    'four stages driven one by one': () => drain(last(three(two(one(source()))))),
    'items()': () => drainItems(items(four(source()))),
    'perItem() of the four composed': () => drainItems(items(source()).pipe(perItem(four))),
    'perItem() of each': () =>
      drainItems(items(source()).pipe(perItem(one), perItem(two), perItem(three), perItem(last))),
    'async generators': () =>
      drainItems(mapped(filtered(mapped(filtered(items(source()), isEvent), seqOf), isEven), doubled)),
    'ix operators': () => drainItems(items(source()).pipe(filter(isEvent), map(seqOf), filter(isEven), map(doubled))),
  }
}

/** Our doors for three exported stages: what the sources, the blocks and hygiene leave of a log. */
export function stageDoors(events: readonly LogEvent[]): Readonly<Record<string, Door>> {
  const batches = cut(events, 512)
  const source = (): Batches<LogEvent> => ready(batches)
  const [sources, blocks, hygiene] = [filterSources(), filterBlocks(), wellFormed<Message>()]
  const said = compose(sources, blocks, hygiene)
  return {
    'batches of 512': () => drain(said(source())),
    'items()': () => drainItems(items(said(source()))),
    'perItem() of the three composed': () => drainItems(items(source()).pipe(perItem(said))),
    'perItem() of each': () => drainItems(items(source()).pipe(perItem(sources), perItem(blocks), perItem(hygiene))),
  }
}
