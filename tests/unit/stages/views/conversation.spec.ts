import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { both, collect, pipe, type LogEvent } from '../../../../src/pipeline/index.ts'
import { memory, openLog, type LogReport } from '../../../../src/pipeline/readers/index.ts'
import { conversation, type Conversation, type ConversationOptions } from '../../../../src/stages/index.ts'
import { logs } from '../../../support/arbitraries.ts'
import { countingSource } from '../../../support/counting-source.ts'
import { log, type LogBuilder } from '../../../support/log-builder.ts'
import { referenceConversation, referenceSurface } from '../../../support/reference.ts'

async function said(events: readonly LogEvent[], options: ConversationOptions = {}): Promise<Conversation> {
  const answers = await collect(pipe(memory(events), conversation(options)))
  expect(answers).toHaveLength(1)
  return answers[0]!.conversation
}

interface FileAnswer {
  readonly answer: Conversation
  readonly report: LogReport
  readonly timesRead: Uint8Array
}

/** The same through a file that brings a few bytes at a time. */
async function saidInFile(
  story: LogBuilder,
  options: ConversationOptions = {},
  maxReadBytes = 999,
): Promise<FileAnswer> {
  const source = countingSource(story.text({ packed: true }), { maxReadBytes })
  const { read, report } = await openLog('counted', { open: source.open })
  const [view] = await collect(pipe(read, conversation(options)))
  expect(source).toMatchObject({ opened: 1, closed: 1 })
  return { answer: view!.conversation, report, timesRead: source.timesRead }
}

describe('a conversation', () => {
  test('shows who said what, oldest first, and adds up', async () => {
    const { messages, retention } = await said(log().user('hi').assistant('yo').user('ho').events, { maxMessages: 2 })
    expect(messages.map(({ role, text }) => `${role}: ${text}`)).toEqual(['assistant: yo', 'user: ho'])
    expect(retention).toEqual({
      eligibleMessages: 3,
      returnedMessages: 2,
      omittedMessages: 1,
      eligibleBytes: 6,
      returnedBytes: 4,
      omittedBytes: 2,
    })
  })

  test('shows 4 messages, 4,096 bytes of each and 16,384 in all unless it is told otherwise', async () => {
    const story = log()
    for (let message = 0; message < 6; message++) story.user(String(message).repeat(5000))
    const { messages, retention } = await said(story.events)
    expect(messages.filter(({ text, truncated }) => text.length === 4096 && truncated)).toHaveLength(4)
    expect(messages).toHaveLength(4)
    expect(retention).toMatchObject({ eligibleBytes: 30_000, returnedBytes: 16_384, omittedBytes: 13_616 })
    const shown = (await said(story.events, { maxMessages: 8 })).messages
    expect(shown.map(({ text }) => text[0])).toEqual(['2', '3', '4', '5'])
  })

  test('of an empty log is empty', async () => {
    expect(await said([])).toMatchObject({ messages: [], retention: { eligibleMessages: 0, eligibleBytes: 0 } })
  })

  test('shows a checkpoint in the place of what it stands for', async () => {
    const story = log().user('old').assistant('old too').checkpoint('short').user('new')
    const { messages, retention } = await said(story.events)
    expect(messages).toMatchObject([
      { seq: 2, checkpoint: true, text: '<compacted-summary>\nshort\n</compacted-summary>' },
      { seq: 3, checkpoint: false, text: 'new' },
    ])
    expect(retention.omittedMessages).toBe(0)
  })

  test('over a surface that is folded already takes every message as it stands', async () => {
    const surface = referenceSurface(log().user('a').user('b').user('c').replace(0, 1, 'ab').events)
    const { messages } = await said(surface, { folded: true })
    expect(messages.map(({ text }) => text)).toEqual(['ab', 'c'])
  })
})

/** 200 messages, of which the last record replaces the newest 20. */
const replacedLast = (): LogBuilder => {
  const story = log()
  for (let message = 0; message < 200; message++) story.user(`message ${message} 😀`)
  return story.replace(180, 199, 'the newest twenty, in short')
}

describe('a replace may come last', () => {
  const limits = [1, 2, 4, 8].map((maxMessages) => ({ maxMessages }))

  test.each(limits)(
    '200 messages, the last record replaces the newest 20: a file gives the exact answer by reading records again %j',
    async (options) => {
      const story = replacedLast()
      const { answer, report } = await saidInFile(story, options)
      expect(answer).toEqual(referenceConversation(story.events, options))
      // The summary is still in the window; all others are read again.
      expect(report.rereadRecords).toBe(options.maxMessages - 1)
    },
  )

  test.each(limits)(
    '200 messages, the last record replaces the newest 20: memory gives the exact answer %j',
    async (options) => {
      const { events } = replacedLast()
      expect(await said(events, options)).toEqual(referenceConversation(events, options))
    },
  )

  test('beside the 7 records that are wanted again every byte is read once', async () => {
    const story = replacedLast()
    const { report, timesRead } = await saidInFile(story, { maxMessages: 8 }, Number.POSITIVE_INFINITY)
    expect(report.rereadRecords).toBe(7)
    expect([...timesRead].every((times) => times >= 1)).toBe(true)
    const end = story.text().length
    const firstWanted = Buffer.from(story.text()).indexOf('message 173 ')
    expect(timesRead.subarray(0, firstWanted - 200).every((times) => times === 1)).toBe(true)
    expect(firstWanted).toBeLessThan(end)
  })

  test('a replace that the window survives reads nothing again', async () => {
    const story = log()
    for (let message = 0; message < 20; message++) story.user(`message ${message}`)
    const { answer, report } = await saidInFile(story.replace(17, 19, 'short'), { maxMessages: 4 })
    expect(answer).toEqual(referenceConversation(story.events))
    expect(report.rereadRecords).toBe(0)
  })

  test('two views over one pass each get the records they want, also when they want the same', async () => {
    const story = replacedLast()
    const source = countingSource(story.text())
    const { read } = await openLog('counted', { open: source.open })
    const views = await collect(pipe(read, both(conversation({ maxMessages: 3 }), conversation({ maxMessages: 5 }))))
    const expected = [3, 5].map((maxMessages) => referenceConversation(story.events, { maxMessages }))
    expect(views.map((view) => view.conversation)).toEqual(expected)
  })

  test('a replace of everything leaves the one summary', async () => {
    const story = replacedLast().checkpoint('all')
    const { answer, report } = await saidInFile(story)
    expect(answer).toEqual(referenceConversation(story.events))
    expect(answer.messages).toHaveLength(1)
    expect(report.rereadRecords).toBe(0)
  })
})

describe('any log', () => {
  const options = fc.record({
    maxMessages: fc.integer({ min: 1, max: 8 }),
    maxMessageBytes: fc.integer({ min: 1, max: 64 }),
    maxBytes: fc.integer({ min: 0, max: 160 }),
  })

  test('gives in memory what the whole array gives', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, async ({ events }, limits) => {
        expect(await said(events, limits)).toEqual(referenceConversation(events, limits))
      }),
      { numRuns: 300 },
    )
  })

  test('gives in a file what the whole array gives, however few bytes a read brings', async () => {
    await fc.assert(
      fc.asyncProperty(logs, options, fc.integer({ min: 1, max: 400 }), async (story, limits, maxReadBytes) => {
        const { answer } = await saidInFile(story, limits, maxReadBytes)
        expect(answer).toEqual(referenceConversation(story.events, limits))
      }),
      { numRuns: 100 },
    )
  })
})
