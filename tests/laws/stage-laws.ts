/**
 * The laws every stage obeys (HOUSE.md), as one suite over a table of stages.
 *
 * A stage is fed what the parts before it (`from`) make of generated logs. Everything it is fed is frozen.
 * @module
 */
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { from as ixFrom } from 'ix/asynciterable'
import { describe, expect, test } from 'vitest'
import {
  collect,
  compose,
  pipe,
  StageError,
  type AnyStage,
  type LogEvent,
  type Reader,
  type Stage,
} from '../../src/pipeline/index.ts'
import { perItem } from '../../src/pipeline/items.ts'
import { memory } from '../../src/pipeline/readers/memory.ts'
import { logEvents } from '../support/arbitraries.ts'
import { batchings, opened, split } from '../support/batching.ts'
import { deepFreeze } from '../support/freeze.ts'
import { outcomeOf, outcomeOfStream, runKernel, runResumed, type Outcome } from '../support/kernels.ts'
import { cheapLog } from '../support/cheap-log.ts'
import { longLog } from '../support/long-log.ts'
import { referenceSurface } from '../support/reference.ts'
import { abortDelayMs, watchLoop } from '../support/event-loop.ts'

/** One stage under the laws. */
export interface LawRow {
  /** The export of `./stages`, or what is tested beside them. */
  readonly name: string
  readonly make: () => AnyStage
  /** What turns events into this stage's input. Absent: it takes events. */
  readonly from?: () => Stage<LogEvent, unknown>
  /** Law 9: what a saved state may weigh after a log of any length, in bytes of `v8.serialize`. */
  readonly maxSavedBytes: number
  /** The exception to law 9: what it may weigh beyond that for each node that is on the surface. @defaultValue 0 */
  readonly maxSavedBytesPerNode?: number
}

type Items = readonly unknown[]

const runs = { numRuns: 60 }
/** Each of these runs a whole stream several times. */
const fewRuns = { numRuns: 25 }

/** Declares the suite for one row. */
export function stageLaws(row: LawRow): void {
  const { from } = row
  // Rows of one table differ in what their stages take; `from` makes exactly that.
  const make = row.make as () => Stage<unknown, unknown>
  const fromEvents: Stage<LogEvent, unknown> = from === undefined ? make() : compose(from(), make())
  const feed = (events: readonly LogEvent[]): Items => deepFreeze(from ? runKernel(from(), events) : events)
  const inputs: fc.Arbitrary<Items> = logEvents.map(feed)
  // Without a reader that can fetch, a late replace may leave a view without its text: it then refuses, and must
  // do so however it is run. Through a reader that can, tests/oracle holds the views against the reference.
  const expected = (items: Items): Outcome => outcomeOf(() => runKernel(make(), items))

  describe(`the laws for ${row.name}`, () => {
    test('1 and 2: any batching gives the same items, and no empty batch comes out', async () => {
      await fc.assert(
        fc.asyncProperty(inputs, batchings, async (items, batching) => {
          const yielded: Items[] = []
          const outcome = await outcomeOfStream(async () => {
            for await (const batch of make()(opened(deepFreeze(split(items, batching))))) yielded.push(batch)
            return yielded.flat()
          })
          expect(outcome).toStrictEqual(expected(items))
          expect(yielded.filter((batch) => batch.length === 0)).toEqual([])
        }),
        runs,
      )
    })

    test('3: two runs of one stage value share nothing', () => {
      fc.assert(
        fc.property(inputs, inputs, (one, other) => {
          const stage = make()
          const [a, b] = [stage.start(), stage.start()]
          const outs: [unknown[], unknown[]] = [[], []]
          for (let at = 0; at < Math.max(one.length, other.length); at++) {
            if (at < one.length) a.push([one[at]], outs[0])
            if (at < other.length) b.push([other[at]], outs[1])
          }
          const ended = [outcomeOf(() => (a.end?.(outs[0]), outs[0])), outcomeOf(() => (b.end?.(outs[1]), outs[1]))]
          expect(ended).toStrictEqual([expected(one), expected(other)])
        }),
        runs,
      )
    })

    test('4: inputs are never mutated', () => {
      fc.assert(
        fc.property(inputs, (items) => {
          // Frozen input throws on a write; the thawed copy shows that nothing depends on its being frozen.
          const thawed = structuredClone(items)
          expect(expected(thawed)).toStrictEqual(expected(items))
          expect(thawed).toStrictEqual(items)
        }),
        runs,
      )
    })

    test('13: one that says it waits yields nothing before the end', () => {
      fc.assert(
        fc.property(inputs, (items) => {
          const out: unknown[] = []
          outcomeOf(() => (make().start().push(items, out), []))
          if (make().waits === true) expect(out).toEqual([])
        }),
        runs,
      )
    })

    test('5: nothing is pulled before the first next()', async () => {
      const source = opened([feed(longLog(50))])
      const stream = make()(source)
      const iterator = stream[Symbol.asyncIterator]()
      await new Promise((resolve) => void setTimeout(resolve, 1))
      expect(source.pulled).toBe(0)
      await iterator.next()
      expect(source.pulled).toBeGreaterThan(0)
      await iterator.return?.()
    })

    test('6: the reader is closed exactly once, at the end and when left early', async () => {
      const items = feed(longLog(200))
      const drained = opened(split(items, [5]))
      await collect(make()(drained))
      expect(drained.closed).toBe(1)

      const left = opened(split(items, [5]))
      for await (const batch of make()(left)) if (batch.length > 0) break
      expect(left.closed).toBe(1)

      const returned = opened(split(items, [5]))
      const iterator = make()(returned)[Symbol.asyncIterator]()
      await iterator.next()
      await Promise.all([iterator.return?.(), iterator.return?.()])
      expect(returned.closed).toBe(1)
    })

    test("7: a reader's error arrives as the same object", async () => {
      const error = { not: 'even an Error' }
      const source = opened(split(feed(longLog(50)), [7]), error)
      await expect(collect(make()(source))).rejects.toBe(error)
      expect(source.closed).toBe(1)
      const reader: Reader<unknown> = () => opened([], error)
      await expect(collect(pipe(reader, make()))).rejects.toBe(error)
    })

    test("7: a kernel's error arrives as StageError, and the reader is closed once", async () => {
      const cause = new Error('poison')
      const refuse = (): never => {
        throw cause
      }
      const poison: unknown = new Proxy(
        {},
        { get: refuse, has: refuse, ownKeys: refuse, getOwnPropertyDescriptor: refuse },
      )
      const source = opened([...split(feed(longLog(50)), [7]), [poison]])
      const error: unknown = await collect(make()(source)).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StageError)
      expect((error as StageError).cause).toBe(cause)
      expect(make().stageName).toContain((error as StageError).stageName)
      expect(source.closed).toBe(1)
    })

    test('8: perItem agrees with the batch form', async () => {
      await fc.assert(
        fc.asyncProperty(inputs, async (items) => {
          const outcome = await outcomeOfStream(async () => {
            const yielded: unknown[] = []
            for await (const item of ixFrom(items).pipe(perItem(make()))) yielded.push(item)
            return yielded
          })
          expect(outcome).toStrictEqual(expected(items))
        }),
        fewRuns,
      )
    })

    test('9: what it holds is bounded by its options, not by the log', () => {
      for (const events of [longLog(2_000), longLog(20_000), cheapLog(20_000)]) {
        const kernel = make().start()
        kernel.push(feed(events), [])
        const max = row.maxSavedBytes + (row.maxSavedBytesPerNode ?? 0) * referenceSurface(events).length
        expect(serialize(kernel.save?.()).byteLength).toBeLessThanOrEqual(max)
      }
    })

    test('10: broken off and resumed at every split point it gives the same items', () => {
      fc.assert(
        fc.property(inputs, (items) => {
          const whole = expected(items)
          for (let at = 0; at <= items.length; at++) {
            expect(outcomeOf(() => runResumed(make(), items, at))).toStrictEqual(whole)
          }
        }),
        fewRuns,
      )
    })

    test('10: what was saved stays as it was, whoever goes on', () => {
      fc.assert(
        fc.property(inputs, fc.nat(200), (items, at) => {
          const kernel = make().start()
          const outcome = outcomeOf(() => {
            kernel.push(items.slice(0, at), [])
            const saved = kernel.save?.()
            const copy = structuredClone(saved)
            kernel.push(items.slice(at), [])
            const other = make().start(saved)
            other.push(items.slice(at), [])
            return [saved, copy]
          })
          if ('items' in outcome) expect(outcome.items[0]).toStrictEqual(outcome.items[1])
        }),
        runs,
      )
    })

    test('10: saving changes nothing', () => {
      fc.assert(
        fc.property(inputs, (items) => {
          const kernel = make().start()
          const out: unknown[] = []
          for (const item of items) {
            kernel.push([item], out)
            kernel.save?.()
          }
          expect(outcomeOf(() => (kernel.end?.(out), out))).toStrictEqual(expected(items))
        }),
        fewRuns,
      )
    })

    const { reads } = fromEvents
    test.skipIf(reads === undefined)('11: withholding the types it does not read changes nothing', () => {
      fc.assert(
        fc.property(logEvents, (events) => {
          const read = events.filter(({ type }) => reads?.includes(type))
          expect(outcomeOf(() => runKernel(fromEvents, read))).toStrictEqual(
            outcomeOf(() => runKernel(fromEvents, events)),
          )
        }),
        runs,
      )
    })

    test('12: timers run during a run', async () => {
      const events = cheapLog(400_000)
      const { ticks, elapsedMs } = await watchLoop(() => collect(pipe(memory(events), fromEvents)))
      // A turn every 10 ms is the law. One in 200 is asserted: on two cores shared with the other test files this
      // process may get an eighth of one. A reader that never gives a turn has no tick at all.
      expect(ticks).toBeGreaterThanOrEqual(Math.floor(elapsedMs / 200))
      if (elapsedMs > 50) expect(ticks).toBeGreaterThan(0)
    })

    test('12: an abort is seen within 50 ms and rejects with its own reason', async () => {
      const reason = { aborted: 'by the test' }
      const events = cheapLog(400_000)
      const delays: number[] = []
      // The best of five: what is measured is the reader's stretch, not who else had the core.
      for (let attempt = 0; attempt < 5 && !delays.some((delay) => delay < 50); attempt++) {
        delays.push(await abortDelayMs(reason, (signal) => collect(pipe(memory(events), fromEvents, { signal }))))
      }
      expect(Math.min(...delays)).toBeLessThan(50)
    })
  })
}
