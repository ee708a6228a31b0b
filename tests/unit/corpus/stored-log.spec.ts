import { appendFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LogCache, storedLog, type StoredLog } from '../../../src/corpus/index.ts'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import { openFile, type ByteSource } from '../../../src/pipeline/readers/byte-source.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { zstdLog } from '../../support/zstd-log.ts'

interface Watched {
  readonly path: string
  readonly stored: StoredLog
  readonly cache: LogCache
  /** Bytes read since this was asked last, without the samples that tell whether the file is still the same. */
  bytesRead(): number
  readonly open: number
}

/** A log file that is watched. */
function watched(content: string | Buffer, cache: LogCache = new LogCache()): Watched {
  const path = join(temporaryFolder(), Buffer.isBuffer(content) ? 'session.jsonl.zstd' : 'session.jsonl')
  writeFileSync(path, content)
  let bytes = 0
  let open = 0
  const watch = async (file: string): Promise<ByteSource> => {
    const source = await openFile(file)
    open += 1
    return {
      ...source,
      async read(into, offset) {
        const length = await source.read(into, offset)
        if (length > 4096) bytes += length
        return length
      },
      async close() {
        open -= 1
        await source.close()
      },
    }
  }
  return {
    path,
    cache,
    stored: storedLog(path, { open: watch, cache }),
    bytesRead() {
      const since = bytes
      bytes = 0
      return since
    },
    get open() {
      return open
    },
  }
}

/** About 300 bytes an event. */
const long = (turns: number, id = 'session-built'): LogBuilder => {
  const story = log({ id })
  for (let turn = 0; turn < turns; turn++)
    story
      .turn()
      .user(`message ${turn} ${'x'.repeat(200)}`)
      .endTurn()
  return story
}

const collected = async (batches: AsyncIterable<readonly LogEvent[]>): Promise<LogEvent[]> => {
  const events: LogEvent[] = []
  for await (const batch of batches) events.push(...batch)
  return events
}

describe('a log that has not changed', () => {
  const story = long(5000)

  test.each([
    ['plain', story.text(), 300_000],
    ['compressed', zstdLog(story.lines(), 200), 300_000],
  ])('is read for an event only where that is, when it is %s', async (_, content, most) => {
    const { stored, bytesRead } = watched(content)
    const first = await stored.event(9000, { before: 2, after: 2 })
    expect(bytesRead()).toBeGreaterThanOrEqual(content.length - 4096)
    const again = await stored.event(9000, { before: 2, after: 2 })
    expect(again).toStrictEqual(first)
    expect(again.events).toStrictEqual(story.events.slice(8998, 9003))
    expect(bytesRead()).toBeLessThan(most)
  })

  test('is not read at all for its title, nor for a surface that is not large', async () => {
    const { stored, bytesRead } = watched(story.text())
    const surface = await stored.surface()
    bytesRead()
    await expect(stored.title()).resolves.toStrictEqual({ session: story.header })
    expect(await stored.surface()).toStrictEqual(surface)
    expect(bytesRead()).toBe(0)
  })

  test('is read from the nearest known place for a stream that begins late', async () => {
    const { stored, bytesRead } = watched(story.text())
    await stored.title()
    bytesRead()
    const events = await collected(stored.streamEvents({ fromSeq: 14_990, types: ['turn/end'] }))
    expect(events.map(({ seq }) => seq)).toEqual([14_990, 14_993, 14_996, 14_999])
    expect(bytesRead()).toBeLessThan(600_000)
  })
})

describe('a log that has grown', () => {
  const story = long(5000)
  const grown = long(5001)
  const more = grown
    .lines()
    .slice(-3)
    .map((line) => `${line}\n`)

  test.each([
    ['plain', story.text(), Buffer.from(more.join(''))],
    ['compressed', zstdLog(story.lines(), 200), zstdLog(more.map((line) => line.trimEnd()))],
  ])('is read from where it ended, when it is %s', async (_, content, appended) => {
    const { path, stored, bytesRead } = watched(content)
    await stored.surface()
    bytesRead()
    appendFileSync(path, appended)
    const { capturedThroughSeq, events } = await stored.surface()
    expect(capturedThroughSeq).toBe(15_002)
    expect(events).toHaveLength(5001)
    expect(bytesRead()).toBeLessThan(20_000)
    expect((await stored.event(15_001)).target).toStrictEqual(grown.events[15_001])
  })

  test('is read anew when it does not begin with what was read', async () => {
    const { path, stored } = watched(story.text())
    await stored.surface()
    writeFileSync(path, long(5001, 'session-other').text())
    await expect(stored.surface()).resolves.toMatchObject({
      session: { id: 'session-other' },
      capturedThroughSeq: 15_002,
    })
  })

  test('is read anew when it is shorter, or only looks the same', async () => {
    const { path, stored } = watched(story.text())
    await stored.surface()
    writeFileSync(path, long(10).text())
    await expect(stored.surface()).resolves.toMatchObject({ capturedThroughSeq: 29 })
    writeFileSync(path, long(10).text().replace('message 4', 'MESSAGE 4'))
    utimesSync(path, 1, 1)
    expect(JSON.stringify((await stored.surface()).events)).toContain('MESSAGE 4')
  })

  test('ends a turn that was open, and with it what closed it in memory', async () => {
    const open = log().turn().step().user('one')
    const { path, stored } = watched(open.text())
    expect((await stored.events()).events.at(-1)).toMatchObject({ seq: 4, data: { reason: { kind: 'interrupted' } } })
    appendFileSync(path, `${open.assistant('two').endStep().endTurn().lines().slice(-3).join('\n')}\n`)
    expect((await stored.labels()).records).toHaveLength(6)
    expect((await stored.surface()).events).toStrictEqual([open.events[2], open.events[3]])
    expect((await stored.event(4)).target).toStrictEqual(open.events[4])
  })

  test('takes in a line that was half written', async () => {
    const whole = log().turn().user('one').user('two')
    const text = whole.text()
    const { path, stored } = watched(text.slice(0, -20))
    expect((await stored.surface()).events).toStrictEqual([whole.events[1]])
    appendFileSync(path, text.slice(-20))
    expect((await stored.surface()).events).toStrictEqual([whole.events[1], whole.events[2]])
  })

  test('gives the same to several who ask at once', async () => {
    const { path, stored } = watched(story.text())
    await stored.surface()
    appendFileSync(path, more.join(''))
    const answers = await Promise.all([1, 2, 3, 4].map(() => stored.surface()))
    for (const each of answers) expect(each).toStrictEqual(answers[0])
    expect(answers[0]?.events).toHaveLength(5001)
  })
})

describe('what is kept of logs', () => {
  test('is bounded by number and by bytes, the least recently used goes first', async () => {
    const cache = new LogCache({ maxEntries: 2 })
    const [a, b, c] = [long(50, 'a'), long(50, 'b'), long(50, 'c')].map((story) => watched(story.text(), cache))
    for (const each of [a, b, a, c]) await each?.stored.title()
    expect(cache.size.entries).toBe(2)
    for (const each of [a, c]) {
      each?.bytesRead()
      await each?.stored.title()
      expect(each?.bytesRead()).toBe(0)
    }
    await b?.stored.title()
    expect(b?.bytesRead()).toBeGreaterThan(0)
    const small = new LogCache({ maxBytes: 10_000 })
    await watched(long(500).text(), small).stored.surface()
    expect(small.size).toEqual({ entries: 0, bytes: 0 })
  })

  test('leaves out a surface that is large, and reads it from the file', async () => {
    const story = log()
    for (let at = 0; at < 90; at++) story.user(`${at}${'y'.repeat(100_000)}`)
    const { stored, cache, bytesRead } = watched(story.text())
    const first = await stored.surface()
    expect(cache.size.bytes).toBeLessThan(100_000)
    bytesRead()
    expect(await stored.surface()).toStrictEqual(first)
    expect(bytesRead()).toBeGreaterThan(9_000_000)
  })

  test('is nothing of a log that is refused', async () => {
    const { stored, cache } = watched(log().turn().event('future/thing', {}).endTurn().text())
    await expect(stored.title()).rejects.toMatchObject({ code: 'SESSION_QUERY_PERSISTENCE_FAILED' })
    expect(cache.size.entries).toBe(0)
  })
})

describe('a stream', () => {
  test('yields what comes before a fault, and then the fault', async () => {
    const lines = long(3000).lines()
    const { stored } = watched(`${lines.with(8000, 'torn').join('\n')}\n`)
    const seen: number[] = []
    const reading = (async () => {
      for await (const batch of stored.streamEvents()) seen.push(...batch.map(({ seq }) => seq))
    })()
    await expect(reading).rejects.toMatchObject({ code: 'SESSION_QUERY_PERSISTENCE_FAILED' })
    expect(seen.at(-1)).toBe(7998)
  })

  test('opens nothing before it is asked, and closes the file when it is left', async () => {
    const file = watched(long(3000).text())
    const batches = file.stored.streamEvents()
    expect(file.open).toBe(0)
    for await (const batch of batches) {
      expect(batch.length).toBeGreaterThan(0)
      expect(file.open).toBe(1)
      break
    }
    expect(file.open).toBe(0)
  })

  test('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const file = watched(long(3000).text())
    const reason = { why: 'enough' }
    const reading = (async () => {
      for await (const _ of file.stored.streamEvents({ signal: controller.signal })) controller.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
    expect(file.open).toBe(0)
  })

  test('does not touch deltas nobody asks for', async () => {
    const story = log().turn().deltas(['a', 'b', 'c']).user('one').endTurn()
    const lines = story.lines({ packed: true })
    const { stored } = watched(`${lines.with(2, (lines[2] as string).replace('"b"', '"\u0001"')).join('\n')}\n`)
    const some = await collected(stored.streamEvents({ types: ['user/message'] }))
    expect(some).toStrictEqual([story.events[4]])
    await expect(collected(stored.streamEvents())).rejects.toMatchObject({ code: 'SESSION_QUERY_PERSISTENCE_FAILED' })
  })
})

describe('what cannot be read', () => {
  test.each([
    ['a file that is not there', undefined],
    ['an empty file', ''],
    ['something else', 'not a log\n'],
    ['a log of a later format', '{"type":"session","version":3,"id":"a","createdAt":1,"delegationDepth":0}\n'],
  ])('is a failure of the store: %s', async (_, content) => {
    const path = join(temporaryFolder(), 'session.jsonl')
    if (content !== undefined) writeFileSync(path, content)
    const failure = { code: 'SESSION_QUERY_PERSISTENCE_FAILED', message: expect.stringContaining(path) as string }
    await expect(storedLog(path).surface()).rejects.toMatchObject(failure)
    await expect(storedLog(path).header()).rejects.toMatchObject({ code: failure.code })
    await expect(collected(storedLog(path).streamEvents())).rejects.toMatchObject(failure)
  })

  test('is told without a word of what is in it', async () => {
    const { stored } = watched(
      log().turn().event('user/message', { content: 'SECRET' }, { surfaceOp: 'append' }).text(),
    )
    await expect(stored.events()).rejects.toSatisfy((error: Error) => !error.message.includes('SECRET'))
  })
})
