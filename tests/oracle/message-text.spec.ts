/**
 * The text of a message against the text that the harness's search extracts from it.
 *
 * The two differ on purpose, and here only: search trims each block, drops blank ones and adds calls; a view
 * shows text blocks as they are.
 * @module
 */
import type { SessionEvent } from '@deepseek-ai/dsh-session'
import { extractSessionEventText } from '@deepseek-ai/dsh-session-query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, pipe, type LogEvent } from '../../src/pipeline/index.ts'
import { openLog } from '../../src/pipeline/readers/index.ts'
import { filterBlocks } from '../../src/stages/index.ts'
import { logEvents } from '../support/arbitraries.ts'
import { runKernel } from '../support/kernels.ts'
import { hydratedLogs, testRealLogs } from '../support/real-logs.ts'

type Block = { readonly type: string; readonly text?: unknown }
type Content = { content: readonly Block[] }

/** The event with its text blocks alone, each cut where search would trim it: there both must agree to the letter. */
function plain(event: LogEvent): LogEvent {
  const only = (data: Content): Content => ({
    ...data,
    content: data.content
      .filter((block): block is Block & { text: string } => block.type === 'text' && typeof block.text === 'string')
      .map((block) => ({ ...block, text: block.text.trim() }))
      .filter(({ text }) => text !== ''),
  })
  const data = event.data as Content & { message: Content }
  return { ...event, data: event.type === 'user/message' ? only(data) : { ...data, message: only(data.message) } }
}

function expectSameTexts(events: readonly LogEvent[]): number {
  const messages = events.filter(({ type }) => type === 'user/message' || type === 'assistant/message').map(plain)
  const theirs = messages.map((event) => extractSessionEventText(event as unknown as SessionEvent)).filter(Boolean)
  expect(runKernel(filterBlocks(), messages).map(({ text }) => text)).toEqual(theirs)
  return theirs.length
}

test('the text of user and assistant messages is what the harness extracts, on generated logs', () => {
  fc.assert(
    fc.property(logEvents, (events) => void expectSameTexts(events)),
    { numRuns: 1000 },
  )
})

testRealLogs('the text of user and assistant messages is what the harness extracts, on every real log', async () => {
  let texts = 0
  for (const { path } of hydratedLogs()) texts += expectSameTexts(await collect(pipe((await openLog(path)).read)))
  expect(texts).toBeGreaterThan(400)
})
