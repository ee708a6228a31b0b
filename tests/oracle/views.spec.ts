/**
 * The views against the whole-array reference: through `memory`, through files, for every batching.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogEvent, type Reader } from '../../src/pipeline/index.ts'
import { memory, openLog } from '../../src/pipeline/readers/index.ts'
import { activity, conversation, overview } from '../../src/stages/index.ts'
import { logs, surfaceLogs } from '../support/arbitraries.ts'
import { batchings, rebatched, someBatchings } from '../support/batching.ts'
import { countingSource } from '../support/counting-source.ts'
import { deepFreeze } from '../support/freeze.ts'
import { log } from '../support/log-builder.ts'
import { hydratedLogs, testRealLogs } from '../support/real-logs.ts'
import {
  referenceActivity,
  referenceConversation,
  referenceSurface,
  referenceTitle,
  type ReferenceOptions,
} from '../support/reference.ts'

const reference = (events: readonly LogEvent[], options: ReferenceOptions = {}): object => ({
  conversation: referenceConversation(events, options),
  activity: referenceActivity(events, options),
  title: referenceTitle(events),
})
const viewed = async (reader: Reader<LogEvent>, options: ReferenceOptions = {}): Promise<object> =>
  Object.assign({}, ...(await collect(pipe(reader, overview(options))))) as object

const budget = (usual: number): fc.Arbitrary<number> => fc.oneof(fc.nat(64), fc.constant(usual))
const options: fc.Arbitrary<ReferenceOptions> = fc.record({
  maxMessages: fc.integer({ min: 1, max: 8 }),
  maxMessageBytes: budget(4096),
  maxBytes: budget(16_384),
  maxTools: fc.integer({ min: 1, max: 8 }),
  maxOpenCalls: fc.integer({ min: 1, max: 5 }),
  fromSeq: fc.oneof(fc.constant(0), fc.nat(40)),
})

describe('the views equal the whole-array reference', () => {
  test('on thousands of generated logs, for any options and batching', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, batchings, async ({ events }, chosen, batching) => {
        const reader = rebatched(memory(deepFreeze(events)), batching)
        expect(await viewed(reader, chosen)).toStrictEqual(reference(events, chosen))
      }),
      { numRuns: 3000 },
    )
  })

  test('on generated logs of hundreds of nodes', async () => {
    await fc.assert(
      fc.asyncProperty(surfaceLogs, options, async ({ events }, chosen) => {
        expect(await viewed(memory(events), chosen)).toStrictEqual(reference(events, chosen))
      }),
      { numRuns: 200 },
    )
  })

  test('one by one, and over a surface that was folded elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, async ({ events }, chosen) => {
        const expected = { conversation: referenceConversation(events, chosen) }
        expect(await collect(pipe(memory(events), conversation(chosen)))).toStrictEqual([expected])
        const surface = memory(referenceSurface(events), { folded: true })
        expect(await collect(pipe(surface, conversation({ ...chosen, folded: true })))).toStrictEqual([expected])
        const done = { activity: referenceActivity(events, chosen) }
        expect(await collect(pipe(memory(events), activity(chosen)))).toStrictEqual([done])
      }),
      { numRuns: 500 },
    )
  })

  test('through a file, packed and unpacked, for any batching', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, batchings, fc.boolean(), async (story, chosen, batching, packed) => {
        const { read } = await openLog('told.jsonl', { open: countingSource(story.text({ packed })).open })
        expect(await viewed(rebatched(read, batching), chosen)).toStrictEqual(reference(story.events, chosen))
      }),
      { numRuns: 500 },
    )
  })

  testRealLogs('on every real log, for every batching', async () => {
    for (const { path } of hydratedLogs()) {
      const opened = await openLog(path)
      const events = await collect(pipe(opened.read))
      const chosen = { fromSeq: opened.header.seedLength ?? 0 }
      for (const batching of someBatchings) {
        const { read } = await openLog(path)
        expect(await viewed(rebatched(read, batching), chosen), path).toStrictEqual(reference(events, chosen))
      }
      expect(await viewed(memory(events), chosen), path).toStrictEqual(reference(events, chosen))
    }
  })
})

describe('what the views say', () => {
  test('eligible is returned and omitted together, whatever the budgets', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, async ({ events }, chosen) => {
        const [view] = await collect(pipe(memory(events), conversation(chosen)))
        const { messages, retention } = view!.conversation
        expect(retention.eligibleMessages).toBe(retention.returnedMessages + retention.omittedMessages)
        expect(retention.eligibleBytes).toBe(retention.returnedBytes + retention.omittedBytes)
        const sizes = messages.map(({ text }) => Buffer.byteLength(text))
        expect(retention.returnedBytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
        expect(retention.returnedBytes).toBeLessThanOrEqual(chosen.maxBytes ?? 0)
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(chosen.maxMessageBytes ?? 0)
        expect(messages.filter(({ text }) => !text.isWellFormed() || text === '')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('no argument, result, meta, reasoning, error, todo or unknown block reaches them', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async ({ events }) => {
        const value = JSON.stringify(await viewed(memory(events)))
        expect(value).not.toMatch(/planted|reasoning|file text|unknown text/i)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a replace may come last', () => {
  const story = log()
  for (let message = 0; message < 200; message++) story.user(`message ${message}`)
  story.replace(180, 199, 'the last twenty in one')

  test('200 messages, the last record replaces the newest 20: the answer is exact, from records read again', async () => {
    const { read, report } = await openLog('replaced.jsonl', { open: countingSource(story.text()).open })
    const [view] = await collect(pipe(read, conversation()))
    expect(view?.conversation).toStrictEqual(referenceConversation(story.events))
    expect(report.rereadRecords).toBeGreaterThan(0)
    expect(report.rereadRecords).toBeLessThanOrEqual(4)
  })

  test('the same from memory', async () => {
    const [view] = await collect(pipe(memory(story.events), conversation()))
    expect(view?.conversation).toStrictEqual(referenceConversation(story.events))
  })
})
