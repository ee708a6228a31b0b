import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, pipe, StageError, type LogEvent, type Reader } from '../../../../src/pipeline/index.ts'
import { openReverse } from '../../../../src/pipeline/readers/index.ts'
import { conversation, conversationTail, type Conversation } from '../../../../src/stages/index.ts'
import { logs, surfaceLogs } from '../../../support/arbitraries.ts'
import { rebatched } from '../../../support/batching.ts'
import { canonicalEvents } from '../../../support/canonical-events.ts'
import { convertLog } from '../../../support/convert-generation.ts'
import { countingSource } from '../../../support/counting-source.ts'
import { log } from '../../../support/log-builder.ts'
import { asText } from '../../../support/read-text.ts'
import { hydratedLogs, testRealLogs } from '../../../support/real-logs.ts'
import { referenceConversation, type ReferenceOptions } from '../../../support/reference.ts'
import { zstdLog } from '../../../support/zstd-log.ts'

/** Events in memory, newest first, one at a time: what is read is what is pulled. */
const backwards = (events: readonly LogEvent[]): Reader<LogEvent> =>
  rebatched(
    async function* () {
      if (events.length > 0) yield events.toReversed()
    },
    [1],
  )

/** Secrets stay, because the reference knows none; masking is `retainWindow`'s, and tested there. */
async function tail(reader: Reader<LogEvent>, options: ReferenceOptions): Promise<Conversation> {
  const views = await collect(pipe(reader, conversationTail({ ...options, redact: false })))
  expect(views).toHaveLength(1)
  return views[0]!.conversation
}

async function tailOf(content: string | Buffer, options: ReferenceOptions): Promise<Conversation> {
  const { open } = countingSource(content)
  return tail((await openReverse('in memory', { open })).read, options)
}

/** The messages of the whole log; its figures too, or lower ones that say so. */
function isTailOf({ messages, retention }: Conversation, events: readonly LogEvent[], options: ReferenceOptions): void {
  const whole = referenceConversation(events, options)
  expect(messages).toEqual(whole.messages)
  if (retention.lowerBound === undefined) return expect(retention).toEqual(whole.retention)
  const { eligibleMessages, eligibleBytes, returnedMessages, returnedBytes } = whole.retention
  expect(retention).toMatchObject({ returnedMessages, returnedBytes, lowerBound: true })
  expect(retention.eligibleMessages).toBeLessThanOrEqual(eligibleMessages)
  expect(retention.eligibleBytes).toBeLessThanOrEqual(eligibleBytes)
  expect(retention.omittedMessages).toBe(retention.eligibleMessages - returnedMessages)
  expect(retention.omittedBytes).toBe(retention.eligibleBytes - returnedBytes)
}

const maxMessages = fc.integer({ min: 1, max: 8 })
const budget = (usual: number): fc.Arbitrary<number> => fc.oneof(fc.nat(64), fc.constant(usual))
const anyOptions = fc.record({ maxMessages, maxMessageBytes: budget(4096), maxBytes: budget(16_384) })

describe('the messages are those of the full read', () => {
  test('on thousands of generated logs with replaces inside replaces', async () => {
    let stopped = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(logs, surfaceLogs), anyOptions, async ({ events }, options) => {
        const found = await tail(backwards(events), options)
        isTailOf(found, events, options)
        if (found.retention.lowerBound === true) stopped += 1
      }),
      { numRuns: 5000 },
    )
    // Both ways of ending are met often.
    expect(stopped).toBeGreaterThan(1000)
    expect(stopped).toBeLessThan(4000)
  }, 180_000)

  test('through files: plain and packed, in zstd frames, in formats v3 and v4', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(logs, surfaceLogs), maxMessages, async (story, count) => {
        const options = { maxMessages: count }
        for (const packed of [false, true])
          isTailOf(await tailOf(story.text({ packed }), options), story.events, options)
        isTailOf(await tailOf(zstdLog(story.lines(), 1 + (count % 3)), options), story.events, options)
        for (const version of [3, 4] as const) {
          const { lines, seqs } = convertLog(story.header, story.events, version)
          const { messages } = referenceConversation(story.events, options)
          const renumbered = messages.map((message) => ({ ...message, seq: seqs.get(message.seq) }))
          expect((await tailOf(asText(lines), options)).messages).toEqual(renumbered)
        }
      }),
      { numRuns: 250 },
    )
  }, 180_000)

  testRealLogs('on every real log, plain and compressed, for every count', async () => {
    for (const { header, records } of hydratedLogs()) {
      const lines = [header, ...records].map((record) => JSON.stringify(record))
      const events = canonicalEvents(records)
      for (let count = 1; count <= 8; count++) {
        isTailOf(await tailOf(asText(lines), { maxMessages: count }), events, { maxMessages: count })
        isTailOf(await tailOf(zstdLog(lines, count), { maxMessages: count }), events, { maxMessages: count })
      }
    }
  })

  test('when the last record replaces the newest twenty of two hundred', async () => {
    const story = log()
    for (let index = 0; index < 200; index++) story.user(`message ${index}`)
    story.replace(180, 199, 'instead of twenty')
    const found = await tail(backwards(story.events), { maxMessages: 4 })
    expect(found.messages.map(({ text }) => text)).toEqual([
      'message 177',
      'message 178',
      'message 179',
      'instead of twenty',
    ])
    isTailOf(found, story.events, { maxMessages: 4 })
  })

  test('with secrets masked as the full read masks them', async () => {
    const story = log()
      .user('a')
      .assistant(`password=hunter22 ${'x'.repeat(4090)} password=hunter23`)
      .user('token: b')
    const [whole] = await collect(
      pipe(
        async function* () {
          yield story.events
        },
        conversation({ maxMessages: 2 }),
      ),
    )
    const [end] = await collect(pipe(backwards(story.events), conversationTail({ maxMessages: 2 })))
    expect(end?.conversation.messages).toEqual(whole?.conversation.messages)
    expect(end?.conversation.messages[0]?.text).toMatch(/^password=\[redacted/)
  })
})

describe('no more is read than is needed', () => {
  /** How many events the tail pulled. */
  async function pulled(events: readonly LogEvent[], count: number): Promise<number> {
    let read = 0
    const counted: Reader<LogEvent> = async function* (want) {
      for await (const batch of backwards(events)(want)) {
        read += batch.length
        yield batch
      }
    }
    await tail(counted, { maxMessages: count })
    return read
  }
  const told = (messages: number) => {
    const story = log()
    for (let index = 0; index < messages; index++) story.user(`message ${index}`)
    return story
  }

  test('of a log without replaces, as many events as there are messages wanted', async () => {
    expect(await pulled(told(100).events, 5)).toBe(5)
  })

  test('behind a compaction, up to the last message it replaced', async () => {
    // The summary stands before everything that came after it and behind everything that is not read.
    expect(await pulled(told(100).checkpoint('all of it').turn().user('then').events, 2)).toBe(4)
  })

  test('of two compactions in a row, no more', async () => {
    expect(await pulled(told(100).checkpoint('once').checkpoint('twice').user('then').events, 2)).toBe(4)
  })

  test('of a log whose results were rewritten, up to the messages wanted', async () => {
    const story = told(50)
    for (let index = 0; index < 10; index++) story.call(`c${index}`, 'bash').result(`c${index}`)
    const results = story.surface.slice(-10)
    for (const seq of results) story.rewriteResult(seq, 'pruned')
    expect(await pulled(story.user('then').events, 1)).toBe(1)
    expect(await pulled(story.events, 3)).toBe(1 + 10 + 20 + 2)
  })

  test('of a log with fewer messages than wanted, all of it, and the totals are exact', async () => {
    const { retention } = await tail(backwards(told(3).events), { maxMessages: 4 })
    expect(retention).toEqual(referenceConversation(told(3).events).retention)
  })
})

test('asks for a full read when the end of a log does not tell', async () => {
  const wrong = log()
    .user('a')
    .user('b')
    .event('user/message', log().user('c').events[0]!.data, {
      surfaceOp: { op: 'replace', start: 7, end: 7 },
      sourceEventSeqs: [7],
    })
  const error: unknown = await tail(backwards(wrong.events), { maxMessages: 1 }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StageError)
  expect((error as StageError).cause).toMatchObject({ code: 'LOG_NEEDS_FULL_READ' })
})
