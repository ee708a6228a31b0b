/**
 * One log in every form it can have on disk says one and the same.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logs } from '../support/arbitraries.ts'
import { convertLog } from '../support/convert-generation.ts'
import type { LogBuilder } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { referenceActivity, referenceConversation, referenceTitle } from '../support/reference.ts'
import { see, type Seen, type Views } from '../support/see.ts'
import { zstdLog } from '../support/zstd-log.ts'

/** What the log says, computed the plain way. */
const referenceOf = ({ events, header }: LogBuilder): Views => ({
  conversation: referenceConversation(events),
  activity: referenceActivity(events, { fromSeq: header.seedLength ?? 0 }),
  title: referenceTitle(events),
})

/** The same views, each message under the seq it has in another format. */
const renumbered = (views: Views, seqs: ReadonlyMap<number, number>): Views => {
  const messages = views.conversation.messages.map((message) => ({ ...message, seq: seqs.get(message.seq) ?? -1 }))
  return { ...views, conversation: { ...views.conversation, messages } }
}

const isWhole = ({ report }: Seen): void => expect(report).toMatchObject({ damagedRecords: 0, unknownEvents: 0 })

const forms: Readonly<Record<string, (lines: readonly string[]) => string | Buffer>> = {
  plain: asText,
  'one zstd frame per record': (lines) => zstdLog(lines, 1),
  '200 records per zstd frame': (lines) => zstdLog(lines, 200),
  'all in one zstd frame': (lines) => zstdLog([asText(lines).slice(0, -1)]),
}

test.each(Object.keys(forms))('%s: v0, packed v0, v3 and v4 give the same conversation and activity', async (form) => {
  const write = forms[form]!
  await fc.assert(
    fc.asyncProperty(logs, async (story) => {
      const said = referenceOf(story)
      for (const packed of [false, true]) {
        const seen = await see(write(story.lines({ packed })))
        expect(seen.views).toEqual(said)
        isWhole(seen)
        expect(seen.report.capturedThroughSeq).toBe(story.lastSeq < 0 ? null : story.lastSeq)
      }
      for (const version of [3, 4] as const) {
        const { lines, seqs } = convertLog(story.header, story.events, version)
        const seen = await see(write(lines))
        expect(seen.views).toEqual(renumbered(said, seqs))
        isWhole(seen)
      }
    }),
    { numRuns: 30 },
  )
})
