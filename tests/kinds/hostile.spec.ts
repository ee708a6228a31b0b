/**
 * Records made to break a reader: too deep, too long, or with keys that mean something to the language.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { log } from '../support/log-builder.ts'
import { readInChild } from '../support/read-in-child.ts'
import { asText } from '../support/read-text.ts'
import { see, textsOf } from '../support/see.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const story = log().turn().user('one').assistant('two').user('three').endTurn()
const [header = '', turn = '', one = '', two = '', three = '', end = ''] = story.lines()
const inPlace = (line: string): string => asText([header, turn, one, line, three, end])

const million = 1_000_000
const deep = (open: string, close: string, times = million): string => `${open.repeat(times)}${close.repeat(times)}`
const withData = (type: string, data: string): string =>
  `{"type":"${type}","seq":2,"time":1,"data":${data},"surfaceOp":"append"}`

describe('a million brackets', () => {
  test.each<[string, string]>([
    ['opened and never closed', '['.repeat(million)],
    ['opened and closed', deep('[', ']')],
    ['of objects', `${'{"a":'.repeat(million)}1${'}'.repeat(million)}`],
    ['closed and never opened', ']'.repeat(million)],
    ['behind the beginning of a record', `${two.slice(0, 60)}${'['.repeat(million)}`],
  ])('%s are one damaged record', async (_, line) => {
    const seen = await see(inPlace(line))
    expect(textsOf(seen)).toEqual(['one', 'three'])
    expect(seen.report).toMatchObject({ damagedRecords: 1, firstDamage: { record: 4 } })
  })

  test.each<[string, string]>([
    ['as the content of a message', `{"message":{"content":${deep('[', ']')}}}`],
    ['as a block', `{"message":{"content":[${deep('[', ']')},{"type":"text","text":"two"}]}}`],
    [
      'inside a block',
      `{"message":{"content":[{"type":"tool-call","arguments":${deep('[', ']')}},{"type":"text","text":"two"}]}}`,
    ],
    ['beside the message', `{"message":{"content":[{"type":"text","text":"two"}]},"usage":${deep('[', ']')}}`],
  ])('%s are data, and whatever text there is beside them is shown', async (where, data) => {
    const seen = await see(inPlace(withData('assistant/message', data)))
    expect(textsOf(seen)).toEqual(where.startsWith('as the content') ? ['one', 'three'] : ['one', 'two', 'three'])
    expect(seen.report.damagedRecords).toBe(0)
  })

  test('in a record nobody asks for are nothing', async () => {
    const line = `{"type":"todo/write","seq":2,"time":1,"data":{"todos":${deep('[', ']')}}}`
    expect((await see(inPlace(line))).report.damagedRecords).toBe(0)
  })

  test('as the header are refused', async () => {
    await expect(see(asText([deep('[', ']'), turn]))).rejects.toMatchObject({ code: 'LOG_HEADER_INVALID' })
  })
})

describe('keys that mean something to the language', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']

  test.each(names)('%s as a key anywhere touches no prototype and changes no answer', async (key) => {
    const poison = `"${key}":{"polluted":true,"type":"turn/start","content":[{"type":"text","text":"polluted"}]}`
    const poisoned = story.lines().map((line) => line.replaceAll('{', `{${poison},`))
    const seen = await see(asText(poisoned))
    expect(seen.views).toEqual((await see(story.text())).views)
    expect(seen.report.damagedRecords).toBe(0)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect((Object as unknown as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each(names)('%s as a whole record or its type is damage or an unknown event', async (key) => {
    const record = await see(inPlace(`{"${key}":{"type":"user/message","seq":2,"time":1,"data":{}}}`))
    expect(record.report).toMatchObject({ damagedRecords: 1, firstDamage: { reason: 'a record without a type' } })
    const type = await see(inPlace(`{"type":"${key}","seq":2,"time":1,"data":{}}`))
    expect(type.report).toMatchObject({ damagedRecords: 0, unknownEvents: 1 })
  })

  test.each(names)(
    '%s as a call id, a tool, a source, a block and a reason to end is text like any other',
    async (key) => {
      const told = log()
        .turn()
        .step()
        .call(key, key)
        .result(key)
        .user([{ type: key, text: 'planted' }])
        .endTurn(key)
      const { views } = await see(told.user('planted', { kind: key }).title(key).text())
      expect(views.activity.tools).toMatchObject([{ name: key, status: 'completed' }])
      expect(views.activity.turn).toEqual({ state: 'ended', turn: 1 })
      expect(views.title).toBe(key)
      expect(JSON.stringify(views)).not.toContain('planted')
    },
  )

  test('`then` as data makes no promise of it', async () => {
    const line = `{"type":"user/message","seq":2,"time":1,"data":{"content":[],"then":1},"surfaceOp":"append","then":{}}`
    expect((await see(inPlace(line))).report.damagedRecords).toBe(0)
  })
})

describe('a record of 100 MB between two small ones', { timeout: 60_000 }, () => {
  const megabytes = 100
  const file = (): string => {
    const path = join(temporaryFolder(), 'session.jsonl')
    const [before = '', after = ''] = two.split('two')
    const long = Buffer.alloc(megabytes * 1024 * 1024, 'x')
    writeFileSync(
      path,
      Buffer.concat([
        Buffer.from(`${asText([header, turn, one])}${before}`),
        long,
        Buffer.from(`${after}\n${asText([three, end])}`),
      ]),
    )
    return path
  }

  test('is passed over by its bytes, counted and located; its neighbours are shown', async () => {
    const { views, report, peakMb } = await readInChild({ path: file() })
    expect(views?.conversation.messages.map(({ text }) => text)).toEqual(['one', 'three'])
    expect(report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 4, firstDamage: { record: 4 } })
    expect(report?.firstDamage?.reason).toMatch(/^a record of 1048\d{5} bytes, longer than the limit$/)
    // At most the 64 MiB that a record may have are ever held.
    expect(peakMb).toBeLessThan(64 + 110)
  })

  test('costs no memory when records may be small only', async () => {
    const { views, peakMb } = await readInChild({ path: file(), maxRecordBytes: 1_000_000 })
    expect(views?.conversation.retention.eligibleMessages).toBe(2)
    expect(peakMb).toBeLessThan(110)
  })

  test('is read when it may be that long', async () => {
    const { views, report } = await readInChild({ path: file(), maxRecordBytes: 200_000_000 }, 512)
    expect(report?.damagedRecords).toBe(0)
    expect(views?.conversation.retention).toMatchObject({
      eligibleMessages: 3,
      eligibleBytes: megabytes * 1024 * 1024 + 8,
    })
    expect(views?.conversation.messages.map(({ text }) => text.length)).toEqual([3, 4096, 5])
  })
})
