import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, pipe } from '../../../../src/pipeline/index.ts'
import { memory, openLog } from '../../../../src/pipeline/readers/index.ts'
import { overview } from '../../../../src/stages/index.ts'
import { logs } from '../../../support/arbitraries.ts'
import { countingSource } from '../../../support/counting-source.ts'
import { log } from '../../../support/log-builder.ts'
import { referenceActivity, referenceConversation, referenceTitle } from '../../../support/reference.ts'

test('an overview is a conversation, an activity and a title', async () => {
  const parts = await collect(pipe(memory(log().title('T').turn().user('hi').events), overview()))
  expect(parts.map((part) => Object.keys(part))).toEqual([['conversation'], ['activity'], ['title']])
})

test('an overview asks for messages, turns, steps, calls and titles alone, so that deltas are never parsed', () => {
  const { reads } = overview()
  expect(reads).not.toContain('assistant/chunk')
  expect(reads).toEqual(expect.arrayContaining(['user/message', 'tool/call', 'turn/end', 'session/title']))
})

test('any file gives what the whole array gives, in one pass that opens it once', async () => {
  const maxMessages = fc.integer({ min: 1, max: 8 })
  await fc.assert(
    fc.asyncProperty(logs, maxMessages, fc.boolean(), async (story, most, packed) => {
      const source = countingSource(story.text({ packed }))
      const { read } = await openLog('counted', { open: source.open })
      const parts = await collect(pipe(read, overview({ maxMessages: most })))
      expect(Object.assign({}, ...parts)).toEqual({
        conversation: referenceConversation(story.events, { maxMessages: most }),
        activity: referenceActivity(story.events),
        title: referenceTitle(story.events),
      })
      expect(source).toMatchObject({ opened: 1, closed: 1 })
    }),
    { numRuns: 100 },
  )
})
