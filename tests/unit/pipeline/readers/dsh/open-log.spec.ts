import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { collect, count, LogError, pipe } from '../../../../../src/pipeline/index.ts'
import { openLog, type ByteSource } from '../../../../../src/pipeline/readers/index.ts'
import { asNobody } from '../../../../support/as-nobody.ts'
import { countingSource } from '../../../../support/counting-source.ts'
import { log } from '../../../../support/log-builder.ts'
import { longLog } from '../../../../support/long-log.ts'
import { readText } from '../../../../support/read-text.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const story = log({ id: 's-1' }).turn().user('hi').deltas(['a', 'b', 'c', 'd']).assistant('yo').endTurn()
const longText = (): string => {
  const [header] = log().lines()
  return `${[header, ...longLog(8_000).map((event) => JSON.stringify(event))].join('\n')}\n`
}

async function refusal(path: string): Promise<LogError> {
  const error: unknown = await openLog(path).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(LogError)
  return error as LogError
}

describe('a log', () => {
  test('says whose it is before anything of it is read', async () => {
    const opened = await openLog(story.write(join(temporaryFolder(), 'any-name.txt')))
    expect(opened.header).toEqual(story.header)
    await opened.close()
  })

  test('gives every event, with the place where its record stands', async () => {
    const { events, report } = await readText(story.text())
    const text = Buffer.from(story.text())
    expect(events.map(({ position: _, ...event }) => event)).toEqual(story.events)
    for (const event of events)
      expect(text.toString('utf8', event.position)).toMatch(new RegExp(`^.{0,60}"seq":${event.seq},`))
    expect(report).toMatchObject({
      capturedThroughSeq: story.lastSeq,
      damagedRecords: 0,
      unknownEvents: 0,
      rereadRecords: 0,
    })
    expect(report).toMatchObject({ fileBytes: text.length, records: story.events.length + 1 })
  })

  test('may be named by the folder of its session', async () => {
    const folder = temporaryFolder()
    story.write(join(folder, 'session.jsonl'))
    expect((await openLog(folder)).header.id).toBe('s-1')
  })

  test('with nothing but a header has no events', async () => {
    const { events, report } = await readText(log().text())
    expect(events).toEqual([])
    expect(report).toMatchObject({ capturedThroughSeq: null, damagedRecords: 0, records: 1 })
  })

  test('is opened once, read once from its first byte to its last, and closed once', async () => {
    const source = countingSource(longText())
    const opened = await openLog('counted', { open: source.open })
    await count(pipe(opened.read))
    expect(source).toMatchObject({ opened: 1, closed: 1 })
    expect(source.timesRead.every((times) => times === 1)).toBe(true)
  })

  test('gives the same events however few bytes a read brings', async () => {
    const whole = await readText(longText())
    expect(whole.events).toHaveLength(8_000)
    expect(await readText(longText(), { maxReadBytes: 4_099 })).toEqual(whole)
  })

  test('does not see what is appended after it was opened', async () => {
    const path = story.write(join(temporaryFolder(), 'log'))
    const opened = await openLog(path)
    writeFileSync(path, log().turn().lines()[1]!, { flag: 'a' })
    expect(await count(pipe(opened.read))).toBe(story.events.length)
  })

  test('in many frames of zstd reads like a plain one', async () => {
    const lines = story.text({ packed: true }).split(/(?<=\n)/)
    const { events, report, header } = await readText(Buffer.concat(lines.map((line) => zstdCompressSync(line))))
    const plain = await readText(story.text({ packed: true }))
    expect(events).toEqual(plain.events)
    expect(header).toEqual(plain.header)
    expect(report).toMatchObject({ capturedThroughSeq: story.lastSeq, damagedRecords: 0 })
  })
})

describe('a log can be read once', () => {
  test('and a second reading is refused in words', async () => {
    const path = story.write(join(temporaryFolder(), 'log'))
    const { read } = await openLog(path)
    await collect(pipe(read))
    expect(() => read({})).toThrow(
      expect.objectContaining({ code: 'LOG_CLOSED', message: `${path}: was read before; open it again` }),
    )
  })

  test('and not after it was closed', async () => {
    const source = countingSource(story.text())
    const opened = await openLog('counted', { open: source.open })
    await opened.close()
    await opened.close()
    expect(() => opened.read({})).toThrow(expect.objectContaining({ code: 'LOG_CLOSED' }))
    expect(source.closed).toBe(1)
  })

  test('and closing it afterwards does nothing', async () => {
    const source = countingSource(story.text())
    const opened = await openLog('counted', { open: source.open })
    await collect(pipe(opened.read))
    await opened.close()
    expect(source.closed).toBe(1)
  })

  test('and a reading that never began leaves it to close()', async () => {
    const source = countingSource(story.text())
    const opened = await openLog('counted', { open: source.open })
    const batches = pipe(opened.read)
    await batches[Symbol.asyncIterator]().return?.()
    await opened.close()
    expect(source.closed).toBe(1)
  })
})

describe('the figures', () => {
  test('are live while the log is read', async () => {
    const { read, report } = await openLog('counted', { open: countingSource(longText()).open })
    expect(report).toMatchObject({ records: 1, capturedThroughSeq: null })
    const seen: number[] = []
    for await (const _ of pipe(read)) seen.push(report.records)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(report).toMatchObject({ records: 8_001, capturedThroughSeq: 7_999 })
  })
})

describe('what is no log', () => {
  test('an empty file', async () => {
    const path = join(temporaryFolder(), 'empty')
    writeFileSync(path, '')
    expect(await refusal(path)).toMatchObject({ code: 'LOG_EMPTY', message: `${path}: an empty file, no session log` })
  })

  test('nothing at all', async () => {
    expect(await refusal('/no/such/log')).toMatchObject({
      code: 'LOG_NOT_FOUND',
      message: '/no/such/log: no such file or directory',
    })
  })

  test('a folder without one', async () => {
    expect((await refusal(temporaryFolder())).code).toBe('LOG_NOT_FOUND')
  })

  test('a folder in which the log is a folder', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'session.jsonl'))
    expect((await refusal(folder)).code).toBe('LOG_NOT_A_FILE')
  })

  asNobody('a folder that may not be looked into', async ({ forbid, run }) => {
    const folder = temporaryFolder()
    story.write(join(folder, 'session.jsonl'))
    forbid(folder)
    await run(async () => expect(await refusal(folder)).toMatchObject({ code: 'LOG_NOT_READABLE' }))
  })

  test('a link that leads to itself', async () => {
    const path = join(temporaryFolder(), 'link')
    symlinkSync(path, path)
    expect((await refusal(path)).code).toBe('LOG_NOT_A_FILE')
  })

  test.each([
    ['records without a header', story.lines().slice(1).join('\n')],
    ['text', 'Dear diary,\ntoday\n'],
    [
      'a log of another program',
      '{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}\n',
    ],
    ['bytes that look compressed', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['a header that only half arrived', story.lines()[0]!.slice(0, 40)],
  ])('%s', async (_, content) => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, content)
    const { code, message } = await refusal(path)
    expect(code).toBe('LOG_HEADER_INVALID')
    expect(message).toMatch(new RegExp(`^${path}: no header that can be trusted: `))
  })

  test('a format that is newer than this reader', async () => {
    const error = await refusal(log({ version: 99 }).turn().write(join(temporaryFolder(), 'file')))
    expect(error).toMatchObject({ code: 'LOG_VERSION_UNSUPPORTED' })
    expect(error.message).toContain('update session-streams')
  })

  test('a file whose name and header disagree on the format', async () => {
    expect((await refusal(log({ version: 1 }).write(join(temporaryFolder(), 'session.v2.jsonl')))).code).toBe(
      'LOG_HEADER_INVALID',
    )
  })

  test('and its file is closed, and nothing of it is in the error', async () => {
    const source = countingSource('SECRET not a header\n')
    const error: unknown = await openLog('x', { open: source.open }).catch((reason: unknown) => reason)
    expect(String(error)).not.toContain('SECRET')
    expect(source).toMatchObject({ opened: 1, closed: 1 })
  })
})

describe('a disk that fails', () => {
  const broken =
    (failAt: number): (() => Promise<ByteSource>) =>
    async () => {
      const text = Buffer.from(longText())
      return {
        size: text.length,
        close: async () => undefined,
        read: async (into, offset) => {
          if (offset >= failAt) throw new LogError('LOG_NOT_READABLE', 'cannot be read at byte 7 (EIO)')
          return text.copy(into, 0, offset)
        },
      }
    }

  test('at the header refuses the log', async () => {
    await expect(openLog('x', { open: broken(0) })).rejects.toMatchObject({ code: 'LOG_NOT_READABLE' })
  })

  test('later ends the run with its error', async () => {
    const { read } = await openLog('x', { open: broken(300_000) })
    await expect(count(pipe(read))).rejects.toMatchObject({ code: 'LOG_NOT_READABLE' })
  })
})

test('reading writes nothing', async () => {
  const path = story.write(join(temporaryFolder(), 'log'))
  const before = readFileSync(path)
  await collect(pipe((await openLog(path)).read))
  expect(readFileSync(path).equals(before)).toBe(true)
})
