/**
 * Every format the harness has written, and those it will write next.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  assistant,
  call,
  endSeed,
  laterLines,
  summary,
  told,
  toolResult,
  turnStart,
  user,
  type LaterRecord,
} from '../support/later-log.ts'
import { log } from '../support/log-builder.ts'
import { asText, readText } from '../support/read-text.ts'
import { speak } from '../support/recording-terminal.ts'
import { see, textsOf } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const later = (version: number, ...records: readonly LaterRecord[]): string => asText(laterLines(version, records))

describe('v0 and v1', () => {
  const old = log().turn().user('hi').deltas(['a', 'b', 'c']).assistant('yo').endTurn()

  test('say the same under both numbers', async () => {
    const v1 = old.text({ packed: true }).replace('"version":0', '"version":1')
    expect((await see(v1)).views).toEqual((await see(old.text())).views)
    expect((await see(v1)).report).toMatchObject({ damagedRecords: 0, capturedThroughSeq: 6 })
  })

  test('a header without a version is v0', async () => {
    const { header, views } = await see(old.text().replace('"version":0,', ''))
    expect(header.version).toBe(0)
    expect(views.conversation.messages).toHaveLength(2)
  })
})

describe('v2', () => {
  test('embeds deltas in the message; they are not said twice', async () => {
    const seen = await see(later(2, user('hi'), assistant('yo')))
    expect(textsOf(seen)).toEqual(['hi', 'yo'])
    expect(seen.report).toMatchObject({ damagedRecords: 0, unknownEvents: 0 })
  })

  test('has no packed rows: one is damage', async () => {
    const row = { type: 'text-chunks', seq0: 1, time0: 1, data: { turn: 1, step: 1, index: 0, dt: [], texts: ['x'] } }
    const { report } = await see(`${later(2, user('hi'))}${JSON.stringify(row)}\n`)
    expect(report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 3 } })
  })

  test('still names the range of a replace by start and end', async () => {
    const compact = { kind: 'plugin', plugin: 'compact' }
    const seen = await see(
      later(2, user('old'), assistant('older'), summary('in short', { start: 0, end: 1 }, [0, 1], compact)),
    )
    expect(textsOf(seen)).toEqual(['in short'])
  })
})

describe('v3', () => {
  const compact = { kind: 'plugin', plugin: 'compact' }

  test('puts the system prompt on the surface, where it is nobody’s words', async () => {
    const seen = await see(later(3, told('system', 'planted prompt'), user('hi'), assistant('yo')))
    expect(textsOf(seen)).toEqual(['hi', 'yo'])
    expect(seen.views.conversation.retention.eligibleMessages).toBe(2)
  })

  test('a replace that takes the system prompt with it names the range by startSeq and endSeq', async () => {
    const records = [told('system', 'planted'), user('old'), assistant('older')]
    const seen = await see(
      later(3, ...records, summary('in short', { startSeq: 0, endSeq: 2 }, [[0, 2]], compact), user('new')),
    )
    expect(textsOf(seen)).toEqual(['in short', 'new'])
    expect(seen.views.conversation.messages[0]?.checkpoint).toBe(true)
  })

  test('a range in the older keys is no place on the surface', async () => {
    const { report } = await see(later(3, user('old'), summary('in short', { start: 0, end: 0 }, [0], compact)))
    expect(report.firstDamage?.reason).toBe('a message without a place on the surface')
  })

  test('dispatches of code have another name, and are known', async () => {
    const dispatch = { type: 'tool/ptc-dispatch', data: { rootCallId: 'a', content: 'planted' } }
    expect((await see(later(3, user('hi'), dispatch))).report.unknownEvents).toBe(0)
  })

  test('has no developer messages', async () => {
    const { report } = await see(later(3, told('developer', 'planted'), user('hi')))
    expect(report.damagedRecords).toBe(1)
  })
})

describe('v4', () => {
  test('gives results a role of their own: what failed is said on the message', async () => {
    const seen = await see(later(4, call('a'), toolResult('a', true), call('b'), toolResult('b', false), call('c')))
    expect(seen.views.activity.tools.map(({ status }) => status)).toEqual(['error', 'completed', 'running'])
    expect(JSON.stringify(seen.views)).not.toContain('planted')
  })

  test('gives results to a stage in the shape that they had before, also when only the message names the call', async () => {
    const { data } = toolResult('a', true)
    const { message, ...place } = data as { message: { source: object } }
    const nameless = { ...toolResult('a', true), data: { ...place, message: { ...message, source: { kind: 'tool' } } } }
    const text = later(4, call('a'), toolResult('a', true), call('a'), nameless)
    const { events } = await readText(text, { reads: ['tool/result'] })
    for (const event of events) {
      const block = { type: 'tool-result', toolCallId: 'a', isError: true, content: [{ text: 'planted result' }] }
      expect(event.data).toMatchObject({ message: { role: 'user', content: [block] } })
    }
    expect((await see(text)).views.activity.tools.map(({ status }) => status)).toEqual(['error', 'error'])
  })

  test('keeps system and developer messages on the surface and out of the conversation', async () => {
    const records = [told('system', 'planted'), user('hi'), told('developer', 'planted'), assistant('yo')]
    const seen = await see(later(4, ...records))
    expect(textsOf(seen)).toEqual(['hi', 'yo'])
    expect(seen.report.unknownEvents).toBe(0)
  })

  test('names sources without the plugin wrapper', async () => {
    const records = [
      user('planted context', { kind: 'runtime-context' }),
      user('planted note', { kind: 'plugin:notes' }),
      user('planted relay', { kind: 'plugin:session-streams', form: 'relay' }),
      user('planted', { kind: 'team-message' }),
      user('hi'),
    ]
    expect(textsOf(await see(later(4, ...records)))).toEqual(['hi'])
  })

  test('knows a checkpoint by its own kind, and runs inside what it cites', async () => {
    const source = { kind: 'compact-checkpoint', compactionId: 'c' }
    const cites = [[0, 2], 4, 3]
    const records = [user('1'), assistant('2'), told('developer', '3'), user('4'), assistant('5')]
    const seen = await see(later(4, ...records, summary('in short', { startSeq: 0, endSeq: 4 }, cites, source)))
    expect(seen.views.conversation.messages).toMatchObject([{ text: 'in short', checkpoint: true, seq: 5 }])
  })

  test('blocks of a plugin are passed over, with what is nested in them', async () => {
    const content = [{ type: 'plugin:annotate', text: 'planted', content: [{ type: 'text', text: 'planted' }] }]
    const data = { content: [...content, { type: 'text', text: 'hi' }], source: { kind: 'user' }, role: 'user' }
    expect(textsOf(await see(later(4, { type: 'user/message', data, surfaceOp: 'append' })))).toEqual(['hi'])
  })

  test('an older shape of a result is understood as well', async () => {
    const old = log().call('a', 'bash').result('a', { isError: true }).events[1]!
    const seen = await see(later(4, call('a'), { type: 'tool/result', data: old.data, surfaceOp: 'append' }))
    expect(seen.views.activity.tools).toMatchObject([{ status: 'error' }])
  })
})

describe('a fork in v2 and later', () => {
  const seen = (...records: LaterRecord[]) =>
    see(asText(laterLines(4, records, { isSeeded: true, parentSession: 'p' })))

  test('begins after the mark; what it inherited is conversation and no activity', async () => {
    const { views } = await seen(
      turnStart(1),
      user('theirs'),
      call('a'),
      endSeed(),
      turnStart(2),
      user('mine'),
      call('b'),
    )
    expect(views.conversation.messages.map(({ text }) => text)).toEqual(['theirs', 'mine'])
    expect(views.activity).toMatchObject({ turn: { turn: 2 }, retention: { eligibleTools: 1 } })
  })

  test('of a fork begins after the last mark', async () => {
    const { views } = await seen(call('a'), endSeed(), call('b'), endSeed(), turnStart(3), call('c'))
    expect(views.activity).toMatchObject({ turn: { turn: 3 }, retention: { eligibleTools: 1 } })
  })

  test('is not cut by a mark that says nothing about inheritance', async () => {
    const { views } = await seen(call('a'), endSeed(), call('b'), endSeed({}), call('c'), endSeed({ inherited: false }))
    expect(views.activity.retention.eligibleTools).toBe(2)
  })
})

describe('v5 and later', () => {
  test.each([5, 9, 10, 1_000_000])('is refused in words: v%i', async (version) => {
    const path = join(temporaryFolder(), `session.v${version}.jsonl`)
    writeFileSync(path, later(version, user('hi')))
    const { exitCode, stdout, stderr } = await speak('context', path)
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(`format v${version} is newer than this reader, which reads v0 to v4`)
  })
})
