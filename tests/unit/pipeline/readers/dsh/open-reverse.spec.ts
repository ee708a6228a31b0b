import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect, first, LogError, pipe } from '../../../../../src/pipeline/index.ts'
import { openLog, openReverse } from '../../../../../src/pipeline/readers/index.ts'
import { logs } from '../../../../support/arbitraries.ts'
import { convertLog } from '../../../../support/convert-generation.ts'
import { countingSource } from '../../../../support/counting-source.ts'
import { abortDelayMs, watchLoop } from '../../../../support/event-loop.ts'
import { log } from '../../../../support/log-builder.ts'
import { longLog } from '../../../../support/long-log.ts'
import { framesOfBytes, readBothWays } from '../../../../support/read-both-ways.ts'
import { readReverse } from '../../../../support/read-reverse.ts'
import { asText, readText } from '../../../../support/read-text.ts'
import { hydratedLogs, testRealLogs } from '../../../../support/real-logs.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { zstdLog } from '../../../../support/zstd-log.ts'

const longText = (events: number): string =>
  asText([log().lines()[0] as string, ...longLog(events).map((event) => JSON.stringify(event))])

const asked: fc.Arbitrary<readonly string[] | undefined> = fc.constantFrom(
  undefined,
  [],
  ['user/message', 'assistant/message', 'tool/result'],
  ['turn/end'],
  ['assistant/chunk'],
)

describe('a sound log gives the events of the forward reader, the last one first', () => {
  test('plain, packed, and in frames that end anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        logs,
        fc.boolean(),
        asked,
        fc.nat(3),
        fc.integer({ min: 1, max: 400 }),
        async (story, packed, reads, form, size) => {
          const lines = story.lines({ packed })
          const isCompressed = form > 0
          const content = [
            () => asText(lines),
            () => zstdLog(lines, size),
            () => zstdLog(lines),
            () => framesOfBytes(asText(lines), size + 20),
          ]
          expect(await readBothWays((content[form] as () => string | Buffer)(), { reads, isCompressed })).toBe('same')
        },
      ),
      { numRuns: 600 },
    )
  })

  test('in formats v3 and v4', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.constantFrom(3 as const, 4 as const), asked, async (story, version, reads) => {
        const { lines } = convertLog(story.header, story.events, version)
        expect(await readBothWays(asText(lines), { reads })).toBe('same')
        expect(await readBothWays(zstdLog(lines, 5), { reads, isCompressed: true })).toBe('same')
      }),
      { numRuns: 100 },
    )
  })

  testRealLogs('every real one, plain and compressed', async () => {
    for (const { header, records } of hydratedLogs()) {
      const lines = [header, ...records].map((record) => JSON.stringify(record))
      expect(['same', 'refused']).toContain(await readBothWays(asText(lines)))
      expect(['same', 'refused']).toContain(await readBothWays(zstdLog(lines), { isCompressed: true }))
    }
  })

  test('with records that are longer than several blocks', async () => {
    const story = log()
    for (const size of [10, 70_000, 5, 400_000, 1, 65_536, 262_144]) story.user('x'.repeat(size))
    expect(await readBothWays(story.text())).toBe('same')
    expect(await readBothWays(zstdLog(story.lines()), { isCompressed: true })).toBe('same')
  })

  test('with a byte order mark, carriage returns and blank lines', async () => {
    const [header, ...records] = log().turn().user('a').deltas(['b', 'c', 'd']).assistant('e').endTurn().lines()
    expect(await readBothWays(`\ufeff${header}\r\n\n${records.join('\r\n \r\n')}\r\n`)).toBe('same')
    expect(await readBothWays(`\n\n${header}\n${records.join('\n\n')}\n`, { reads: ['user/message'] })).toBe('same')
  })

  test('with nothing behind its header', async () => {
    expect(await readReverse(log().text())).toMatchObject({
      events: [],
      report: { capturedThroughSeq: null, damagedRecords: 0, records: 1, isWhole: true },
    })
  })
})

describe('places', () => {
  const story = log().turn().user('a').deltas(['b', 'c', 'd', 'e']).assistant('f')

  test('are byte offsets in a plain file, as the forward reader has them', async () => {
    const text = story.text({ packed: true })
    const { events } = await readReverse(text)
    expect(events).toEqual((await readText(text)).events.toReversed())
    expect(text.slice(events[0]?.position)).toMatch(/^\{"type":"assistant\/message"/)
  })

  test('are those of the frame in a compressed one', async () => {
    const file = zstdLog(story.lines(), 2)
    const { events } = await readReverse(file)
    const places = [...new Set(events.map(({ position }) => position as number))]
    expect(places).toEqual(places.toSorted((a, b) => b - a))
    for (const place of places) expect(file.readUInt32LE(place)).toBe(0xfd2fb528)
  })
})

describe('reads no more than it is asked for', () => {
  test('the header and the last blocks of a plain file', async () => {
    const source = countingSource(longText(20_000))
    const opened = await openReverse('counted', { open: source.open })
    const event = await first(pipe(opened.read))
    expect(event?.seq).toBe(19_999)
    expect(opened.report).toMatchObject({ bytesRead: 4096 + 64 * 1024, isWhole: false, capturedThroughSeq: 19_999 })
    expect(source.timesRead.filter((times) => times > 0)).toHaveLength(4096 + 64 * 1024)
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })

  test('nothing but the header before the first event is asked for', async () => {
    const source = countingSource(longText(5_000))
    const opened = await openReverse('counted', { open: source.open })
    const iterator = pipe(opened.read)[Symbol.asyncIterator]()
    expect(opened.report.bytesRead).toBe(4096)
    await iterator.next()
    await Promise.all([iterator.return?.(), iterator.return?.()])
    expect(source.closed).toBe(1)
  })

  test('closes the file once, also when it is never run, run to its end, or fails', async () => {
    const idle = countingSource(longText(100))
    const opened = await openReverse('idle', { open: idle.open })
    await opened.close()
    await opened.close()
    const whole = countingSource(longText(100))
    const drained = await openReverse('whole', { open: whole.open })
    await collect(pipe(drained.read))
    await drained.close()
    const shorter = countingSource(longText(3_000), { remainingBytes: 5_000 })
    await expect(
      openReverse('shorter', { open: shorter.open }).then(({ read }) => collect(pipe(read))),
    ).rejects.toMatchObject({ code: 'LOG_CHANGED' })
    const broken = countingSource('no header\n')
    await expect(openReverse('broken', { open: broken.open })).rejects.toMatchObject({ code: 'LOG_HEADER_INVALID' })
    expect([idle, whole, shorter, broken].map(({ closed }) => closed)).toEqual([1, 1, 1, 1])
  })

  test('and only once', async () => {
    const { read } = await openReverse('once', { open: countingSource(longText(10)).open })
    await collect(pipe(read))
    expect(() => read({})).toThrow(LogError)
  })
})

test.each([
  ['plain', () => longText(60_000)],
  ['compressed', () => zstdLog(longText(60_000).trimEnd().split('\n'), 50)],
])('a timer runs during a run, and an abort is seen within 50 ms: %s', async (_, make) => {
  const content = make()
  const run = async (signal?: AbortSignal): Promise<unknown> => {
    const { read } = await openReverse('long', { open: countingSource(content).open })
    return collect(pipe(read, signal === undefined ? {} : { signal }))
  }
  const { ticks, elapsedMs } = await watchLoop(() => run())
  expect(ticks).toBeGreaterThanOrEqual(Math.floor(elapsedMs / 200))
  const delays: number[] = []
  for (let attempt = 0; attempt < 5 && !delays.some((delay) => delay < 50); attempt++) {
    delays.push(await abortDelayMs({ by: 'the test' }, run))
  }
  expect(Math.min(...delays)).toBeLessThan(50)
})

describe('a log that cannot be read', () => {
  test.each([
    ['an empty file', '', 'LOG_EMPTY'],
    ['a header without an end', '{"type":"session"', 'LOG_HEADER_INVALID'],
    ['a newer format', '{"type":"session","version":9,"id":"a","createdAt":1}\n', 'LOG_VERSION_UNSUPPORTED'],
  ])('is refused as the forward reader refuses it: %s', async (_, content, code) => {
    const { open } = countingSource(content)
    const error: unknown = await openReverse('a/path', { open }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^a\/path: /) as string })
    await expect(openLog('a/path', { open })).rejects.toMatchObject({ code, message: (error as LogError).message })
  })

  test('a folder gives its newest generation, and a file under a wrong name nothing', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'sub'))
    log({ id: 'old' }).write(join(folder, 'session.jsonl'))
    writeFileSync(join(folder, 'session.v4.jsonl.zstd'), zstdLog(convertLog(log({ id: 'new' }).header, [], 4).lines))
    const opened = await openReverse(folder)
    expect(opened.header.id).toBe('new')
    await opened.close()
    log().write(join(folder, 'session.v3.jsonl'))
    await expect(openReverse(join(folder, 'session.v3.jsonl'))).rejects.toMatchObject({ code: 'LOG_HEADER_INVALID' })
    await expect(openReverse(join(folder, 'sub'))).rejects.toMatchObject({ code: 'LOG_NOT_FOUND' })
  })
})
