import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { collect, pipe, type LogError } from '../../../../../src/pipeline/index.ts'
import { follow, openFile, type ByteSource } from '../../../../../src/pipeline/readers/index.ts'
import { filterBlocks, filterSources } from '../../../../../src/stages/index.ts'
import { abortDelayMs, watchLoop } from '../../../../support/event-loop.ts'
import { caughtUp, following, quiet } from '../../../../support/following.ts'
import { liveLine, liveLog } from '../../../../support/live-log.ts'
import { log } from '../../../../support/log-builder.ts'
import { knowsHandles, openFiles, watchers } from '../../../../support/open-handles.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { frame, frames, zstdLog } from '../../../../support/zstd-log.ts'

/** Often enough that no test depends on whether the platform tells of changes. */
const pollMs = 20
const refused = (code: LogError['code']): Partial<LogError> => ({ code })

/** A log of so many records, plain or compressed, and how the next one is appended. */
function written(name: string, records: number): { readonly path: string; append(seq: number): void } {
  const path = join(temporaryFolder(), name)
  const isCompressed = name.endsWith('.zstd')
  const text = liveLog(records)
  writeFileSync(path, isCompressed ? zstdLog(text.trimEnd().split('\n')) : text)
  const append = (seq: number): void => {
    const line = `${liveLine(seq)}\n`
    appendFileSync(path, isCompressed ? frame(line) : line)
  }
  return { path, append }
}
const seqs = (events: readonly { readonly seq: number }[]): number[] => events.map(({ seq }) => seq)

describe.each(['session.jsonl', 'session.jsonl.zstd'])('%s', (name) => {
  test('gives what is written from now on', async () => {
    const { path, append } = written(name, 3)
    const run = await caughtUp(path, { pollMs })
    expect(run.events).toEqual([])
    for (let seq = 3; seq < 8; seq++) {
      append(seq)
      await run.until(seq - 2)
    }
    expect(seqs(run.events)).toEqual([3, 4, 5, 6, 7])
    await run.stop()
  })

  test('gives everything from a seq on, and may be read again', async () => {
    const { path, append } = written(name, 5)
    const reader = follow(path, { pollMs, fromSeq: 2 })
    const run = following(reader)
    expect(seqs(await run.until(3))).toEqual([2, 3, 4])
    append(5)
    expect(seqs(await run.until(4))).toEqual([2, 3, 4, 5])
    await run.stop()
    expect(seqs(await following(reader).until(4))).toEqual([2, 3, 4, 5])
    expect(seqs(await following(follow(path, { pollMs, fromSeq: 0 })).until(6))).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('may be followed by the folder it is in', async () => {
    const { path, append } = written(name, 1)
    const run = following(follow(join(path, '..'), { pollMs, fromSeq: 0 }))
    append(1)
    expect(seqs(await run.until(2))).toEqual([0, 1])
  })

  test('waits for its header', async () => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, '')
    const run = await caughtUp(path, { pollMs, fromSeq: 0 })
    const [header = '', line = ''] = liveLog(1).split('\n')
    const whole = name.endsWith('.zstd') ? zstdLog([header, line]) : Buffer.from(`${header}\n${line}\n`)
    for (let at = 0; at < whole.length; at += 40) {
      appendFileSync(path, whole.subarray(at, at + 40))
      await wait(3)
    }
    expect(seqs(await run.until(1))).toEqual([0])
  })

  test('waits for the rest of a record', async () => {
    const { path } = written(name, 1)
    const run = await caughtUp(path, { pollMs })
    const line = Buffer.from(`${liveLine(1)}\n`)
    const record = name.endsWith('.zstd') ? frame(line) : line
    for (let at = 0; at < record.length; at += 30) {
      expect(run.events).toEqual([])
      appendFileSync(path, record.subarray(at, at + 30))
      await wait(5)
    }
    expect(seqs(await run.until(1))).toEqual([1])
  })

  test('goes on behind what is damaged, and counts it', async () => {
    const { path, append } = written(name, 1)
    const reader = follow(path, { pollMs, fromSeq: 0 })
    const run = following(reader)
    await run.until(1)
    appendFileSync(path, name.endsWith('.zstd') ? frame('no record\n') : 'no record\n')
    append(1)
    expect(seqs(await run.until(2))).toEqual([0, 1])
    expect(reader.report).toMatchObject({ damagedRecords: 1, capturedThroughSeq: 1, firstDamage: { record: 3 } })
  })

  test.each<[string, (path: string) => void]>([
    ['becomes shorter', (path) => truncateSync(path, statSync(path).size - 5)],
    ['is emptied', (path) => writeFileSync(path, '')],
    [
      'is replaced by another file',
      (path) => (writeFileSync(`${path}.new`, liveLog(9)), renameSync(`${path}.new`, path)),
    ],
    ['is moved away', (path) => renameSync(path, `${path}.old`)],
    ['is removed with its folder', (path) => rmSync(join(path, '..'), { recursive: true })],
  ])('is given up when the file %s', async (_, happens) => {
    const { path, append } = written(name, 2)
    const run = await caughtUp(path, { pollMs })
    append(2)
    await run.until(1)
    happens(path)
    const error: unknown = await run.ended.catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      ...refused('LOG_CHANGED'),
      message: expect.stringContaining(`${path}: the file `) as string,
    })
    expect(seqs(run.events)).toEqual([2])
  })
})

test('a compressed log goes on behind bytes that are no frame', async () => {
  const { path, append } = written('session.jsonl.zstd', 1)
  const reader = follow(path, { pollMs, fromSeq: 0 })
  const run = following(reader)
  await run.until(1)
  appendFileSync(path, 'these bytes are no frame')
  await quiet()
  append(1)
  append(2)
  expect(seqs(await run.until(3))).toEqual([0, 1, 2])
  expect(reader.report.damagedRecords).toBe(1)
})

test('only the types that are asked for come', async () => {
  const story = log().turn().user('a').deltas(['b', 'c']).assistant('d').endTurn()
  const path = story.write(join(temporaryFolder(), 'session.jsonl'))
  const run = following(follow(path, { pollMs, fromSeq: 0 }), ['turn/start', 'turn/end'])
  expect(seqs(await run.until(2))).toEqual([0, 5])
})

test('stages run on it', async () => {
  const path = log().user('a').assistant('b').write(join(temporaryFolder(), 'session.jsonl'))
  const texts: string[] = []
  for await (const batch of pipe(follow(path, { pollMs, fromSeq: 0 }), filterSources(), filterBlocks())) {
    texts.push(...batch.map(({ text }) => text))
    if (texts.length === 2) break
  }
  expect(texts).toEqual(['a', 'b'])
})

describe('a run', () => {
  /** Opens real files, and counts what is done with them. */
  function counting() {
    const figures = { opened: 0, closed: 0, bytes: 0 }
    const open = async (path: string): Promise<ByteSource> => {
      figures.opened += 1
      const source = await openFile(path)
      return {
        ...source,
        async read(into, offset) {
          const length = await source.read(into, offset)
          figures.bytes += length
          return length
        },
        verify: () => source.verify!(),
        async close() {
          figures.closed += 1
          await source.close()
        },
      }
    }
    return { figures, open }
  }
  /** Open files and watchers of the folder of a log. */
  const handles = (path: string): readonly number[] => [openFiles(dirname(path)), watchers(dirname(path))]

  test('opens nothing before it is asked, and reads nothing while it is not', async () => {
    const { path } = written('session.jsonl', 5_000)
    const { figures, open } = counting()
    const iterator = follow(path, { pollMs, fromSeq: 0, open })({})[Symbol.asyncIterator]()
    await quiet()
    expect(figures).toEqual({ opened: 0, closed: 0, bytes: 0 })
    await iterator.next()
    await quiet()
    expect(figures.bytes).toBeLessThanOrEqual(256 * 1024)
    await iterator.next()
    expect(figures.bytes).toBeLessThanOrEqual(512 * 1024)
    await iterator.return?.()
    expect(figures).toMatchObject({ opened: 1, closed: 1 })
  })

  test('that is left while it waits ends at once, and closes file and watcher once', async () => {
    const { path } = written('session.jsonl', 1)
    const { figures, open } = counting()
    const iterator = follow(path, { pollMs: 60_000, open })({})[Symbol.asyncIterator]()
    const pending = iterator.next()
    while (figures.opened === 0) await quiet()
    if (knowsHandles) expect(handles(path)).toEqual([1, 1])
    await Promise.all([iterator.return?.(), iterator.return?.()])
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await iterator.next()).toMatchObject({ done: true })
    expect(figures).toMatchObject({ opened: 1, closed: 1 })
    if (knowsHandles) expect(handles(path)).toEqual([0, 0])
  })

  test('that is left before it began has opened nothing', async () => {
    const { figures, open } = counting()
    const iterator = follow('nowhere', { open })({})[Symbol.asyncIterator]()
    expect(await iterator.return?.()).toMatchObject({ done: true })
    expect(figures.opened).toBe(0)
  })

  test.each(['of its options', 'of the pipeline'])('ends with the reason of the signal %s', async (whose) => {
    const { path } = written('session.jsonl', 1)
    const { figures, open } = counting()
    const reason = { aborted: 'by the test' }
    const ours = new AbortController()
    const theirs = new AbortController()
    const ended = collect(pipe(follow(path, { pollMs: 60_000, signal: ours.signal, open }), { signal: theirs.signal }))
    const outcome = ended.catch((error: unknown) => error)
    await quiet()
    const since = performance.now()
    ;(whose === 'of its options' ? ours : theirs).abort(reason)
    expect(await outcome).toBe(reason)
    expect(performance.now() - since).toBeLessThan(1_000)
    expect(figures).toMatchObject({ opened: 1, closed: 1 })
    if (knowsHandles) expect(handles(path)).toEqual([0, 0])
  })

  test('does not begin when its signal is aborted already', async () => {
    const { figures, open } = counting()
    await expect(collect(follow('nowhere', { signal: AbortSignal.abort('before'), open })({}))).rejects.toBe('before')
    expect(figures.opened).toBe(0)
  })

  test('lets timers run and sees an abort while it catches up', async () => {
    const { path } = written('session.jsonl', 60_000)
    const read = async (signal?: AbortSignal): Promise<void> => {
      let left = 60_000
      for await (const batch of follow(path, { pollMs, fromSeq: 0, ...(signal && { signal }) })({})) {
        left -= batch.length
        if (left === 0) return
      }
    }
    const { ticks, elapsedMs } = await watchLoop(() => read())
    expect(ticks).toBeGreaterThanOrEqual(Math.floor(elapsedMs / 200))
    const delays: number[] = []
    for (let attempt = 0; attempt < 5 && !delays.some((delay) => delay < 50); attempt++) {
      delays.push(await abortDelayMs({ by: 'the test' }, read))
    }
    expect(Math.min(...delays)).toBeLessThan(50)
  })

  test.each<[string, string, string, LogError['code']]>([
    ['no file', 'nothing.jsonl', '', 'LOG_NOT_FOUND'],
    ['no log', 'text.jsonl', 'just text\n', 'LOG_HEADER_INVALID'],
    ['another format than its name says', 'session.v3.jsonl', liveLog(1), 'LOG_HEADER_INVALID'],
    ['a newer format', 'a.jsonl', '{"type":"session","version":9,"id":"a","createdAt":1}\n', 'LOG_VERSION_UNSUPPORTED'],
  ])('of %s is refused', async (_, name, content, code) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'empty'))
    if (content !== '') writeFileSync(join(folder, name), content)
    await expect(following(follow(join(folder, name))).ended).rejects.toMatchObject(refused(code))
    await expect(following(follow(join(folder, 'empty'))).ended).rejects.toMatchObject(refused('LOG_NOT_FOUND'))
  })
})

test('frames that come together are all taken', async () => {
  const { path } = written('session.jsonl.zstd', 1)
  const run = await caughtUp(path, { pollMs })
  appendFileSync(path, Buffer.concat(frames(['', ...[1, 2, 3, 4].map((seq) => liveLine(seq))]).slice(1)))
  expect(seqs(await run.until(4))).toEqual([1, 2, 3, 4])
})
