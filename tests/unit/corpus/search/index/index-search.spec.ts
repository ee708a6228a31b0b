/**
 * The index follows its logs: it reads what is new, and makes anew what is no longer true.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { dshStore } from '../../../../../src/corpus/dsh-store.ts'
import { openFile, type ByteSource } from '../../../../../src/pipeline/readers/byte-source.ts'
import { corpusMemoryPort } from '../../../../../src/tools/corpus-memory-port.ts'
import { log, type LogBuilder } from '../../../../support/log-builder.ts'
import { testStore, type TestStore } from '../../../../support/session-store.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { frame, zstdLog } from '../../../../support/zstd-log.ts'

interface Place {
  readonly store: TestStore
  readonly caches: string
  /** Bytes that were read to index, since the last question. */
  bytesRead(): number
  find(query: string, rebuild?: boolean): Promise<unknown[]>
  /** The index file. */
  file(): string
}

function place(): Place {
  const store = testStore()
  const caches = join(temporaryFolder(), 'caches')
  let bytes = 0
  const open = async (path: string): Promise<ByteSource> => {
    const source = await openFile(path)
    const read: ByteSource['read'] = async (into, offset) => {
      const length = await source.read(into, offset)
      bytes += length
      return length
    }
    return { ...source, read }
  }
  return {
    store,
    caches,
    bytesRead() {
      const read = bytes
      bytes = 0
      return read
    },
    async find(query, rebuild = false) {
      const port = corpusMemoryPort(dshStore(store.root), { index: { root: store.root, caches, open, rebuild } })
      const { hits } = await port.searchSessions({ query, limit: 50 })
      return hits.map(({ sessionId, best: { seq, surface } }) => [sessionId, seq, surface])
    },
    file() {
      const folder = join(caches, 'session-streams')
      return join(folder, readdirSync(folder).find((name) => name.endsWith('.sqlite')) ?? '')
    },
  }
}

const long = (story: LogBuilder, turns: number): LogBuilder => {
  for (let turn = 0; turn < turns; turn++)
    story
      .turn()
      .user(`question ${turn} ${'filler '.repeat(150)}`)
      .endTurn()
  return story
}
const appended = (path: string, story: LogBuilder, from: number): void =>
  appendFileSync(
    path,
    story.events
      .slice(from)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )

describe('what was appended', () => {
  test('is all that is read', async () => {
    const { store, find, bytesRead } = place()
    const story = long(log({ id: 's' }), 1000)
    const path = store.add(story)
    expect(await find('question 999')).toEqual([['s', 2998, 'current']])
    expect(bytesRead()).toBeGreaterThan(statSync(path).size)
    expect(await find('question 7')).toEqual([['s', 22, 'current']])
    expect(bytesRead()).toBe(0)
    const from = story.events.length
    appended(path, story.turn().user('something new').endTurn(), from)
    expect(await find('something new')).toEqual([['s', from + 1, 'current']])
    expect(bytesRead()).toBeLessThan(200_000)
  })

  test('may shadow what was there before', async () => {
    const { store, find } = place()
    const story = log({ id: 's' }).turn().user('old words').endTurn()
    const path = store.add(story)
    expect(await find('old words')).toEqual([['s', 1, 'current']])
    const from = story.events.length
    appended(path, story.checkpoint('a summary'), from)
    expect(await find('old words')).toEqual([['s', 1, 'shadowed']])
  })

  test('counts when its line has an end, and once', async () => {
    const { store, find } = place()
    const story = log({ id: 's' }).turn().user('first')
    const path = store.add(story)
    const line = JSON.stringify(log().turn().user('x').user('half written').events[2])
    appendFileSync(path, line.slice(0, 40))
    expect(await find('half written')).toEqual([])
    appendFileSync(path, `${line.slice(40)}\n`)
    expect(await find('half written')).toEqual([['s', 2, 'current']])
    expect(await find('half written')).toHaveLength(1)
  })

  test('in a compressed log is read from its last frames on', async () => {
    const { store, find } = place()
    const story = long(log({ id: 's' }), 300)
    const path = store.add(story, 'session.jsonl.zstd')
    expect(await find('question 299')).toEqual([['s', 898, 'current']])
    const from = story.events.length
    story.turn().user('something new')
    for (const event of story.events.slice(from)) appendFileSync(path, frame(`${JSON.stringify(event)}\n`))
    expect(await find('something new')).toEqual([['s', from + 1, 'current']])
    expect(await find('question 1')).toEqual([['s', 4, 'current']])
  })
})

describe('what is no longer true', () => {
  const both: [string, (path: string, story: LogBuilder) => void][] = [
    ['rewritten with another prefix', (path, story) => writeFileSync(path, story.text())],
    [
      'replaced by another file',
      (path, story) => {
        writeFileSync(`${path}.new`, story.text())
        renameSync(`${path}.new`, path)
      },
    ],
  ]
  test.each(both)('a log that was %s is indexed anew', async (_, write) => {
    const { store, find } = place()
    const path = store.add(log({ id: 's' }).turn().user('before').user('both'))
    expect(await find('before')).toHaveLength(1)
    write(path, log({ id: 's' }).turn().user('behind').user('both').user('more than that'))
    expect(await find('before')).toEqual([])
    expect(await find('behind')).toEqual([['s', 1, 'current']])
    expect(await find('both')).toEqual([['s', 2, 'current']])
  })

  test('a log that became shorter is indexed anew', async () => {
    const { store, find } = place()
    const story = long(log({ id: 's' }), 20)
    const path = store.add(story)
    expect(await find('question 19')).toHaveLength(1)
    writeFileSync(
      path,
      story
        .lines()
        .slice(0, 12)
        .map((line) => `${line}\n`)
        .join(''),
    )
    expect(await find('question 19')).toEqual([])
    expect(await find('question 3')).toHaveLength(1)
  })

  test('a newer generation takes the place of the older one', async () => {
    const { store, find } = place()
    store.add(log({ id: 's' }).turn().user('of old'))
    expect(await find('of old')).toHaveLength(1)
    store.add(log({ id: 's', version: 1 }).turn().user('of late'), 'session.v1.jsonl')
    expect(await find('of old')).toEqual([])
    expect(await find('of late')).toHaveLength(1)
  })

  test('a log that is gone is forgotten, and its words with it', async () => {
    const { store, find, file } = place()
    const path = store.add(log({ id: 's' }).turn().user('unforgettable'))
    store.add(log({ id: 't' }).turn().user('other'))
    expect(await find('unforgettable')).toHaveLength(1)
    rmSync(path)
    expect(await find('unforgettable')).toEqual([])
    const db = new DatabaseSync(file())
    const count = (sql: string): unknown => db.prepare(sql).get()?.['count']
    expect(count("SELECT count(*) AS count FROM words WHERE words MATCH 'unforgettable'")).toBe(0)
    expect(count('SELECT count(*) AS count FROM sessions')).toBe(1)
    db.close()
  })

  test('what was changed behind the back of its times is not shown', async () => {
    const { store, find } = place()
    const path = store.add(log({ id: 's' }).turn().user('a secret word'))
    expect(await find('secret')).toHaveLength(1)
    const { atime, mtime } = statSync(path)
    writeFileSync(path, readFileSync(path, 'utf8').replace('secret', 'public'))
    utimesSync(path, atime, mtime)
    expect(await find('secret')).toEqual([])
    expect(await find('public')).toHaveLength(1)
  })
})

describe('the file', () => {
  test('holds no text, is nobody else’s, and loses nothing when it is deleted or made anew', async () => {
    const { store, find, file: fileOf } = place()
    store.add(log({ id: 's' }).turn().user('unmistakable sentence of words'), 'session.jsonl.zstd')
    const expected = [['s', 1, 'current']]
    expect(await find('sentence of words')).toEqual(expected)
    const file = fileOf()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, 'latin1')).not.toContain('sentence of')
    rmSync(file)
    expect(await find('sentence of words')).toEqual(expected)
    expect(await find('sentence of words', true)).toEqual(expected)
  })

  test('that is damaged is said to be, and can be made anew', async () => {
    const { store, find, file: fileOf } = place()
    store.add(log({ id: 's' }).turn().user('words'))
    await find('words')
    const file = fileOf()
    writeFileSync(file, 'no database at all, and longer than a header of SQLite would have to be'.repeat(40))
    await expect(find('words')).rejects.toMatchObject({
      code: 'SEARCH_INDEX_FAILED',
      message: /delete it or rebuild it/,
    })
    expect(await find('words', true)).toHaveLength(1)
    expect(await find('words')).toHaveLength(1)
  })

  test('a log that cannot be read is told, and the others are found', async () => {
    const { store, caches } = place()
    store.add(log({ id: 'good' }).turn().user('words'))
    const bad = store.add(log({ id: 'bad' }).turn().user('words'))
    const port = corpusMemoryPort(dshStore(store.root), { index: { root: store.root, caches } })
    appendFileSync(bad, `${JSON.stringify({ type: 'x/y', seq: 2, time: 1, data: {}, surfaceOp: 'append' })}\n`)
    const { hits, coverage } = await port.searchSessions({ query: 'words', limit: 5 })
    expect(hits.map(({ sessionId }) => sessionId)).toEqual(['good'])
    expect(coverage).toMatchObject({ sessions: 1, unreadable_sessions: 1 })
  })

  test('of a query without a word the logs themselves are asked', async () => {
    const { store, find } = place()
    store.add(log({ id: 's' }).turn().user('a -> b'))
    expect(await find('->')).toHaveLength(1)
    expect(await find('=>')).toEqual([])
  })
})

test.each(['session.jsonl', 'session.jsonl.zstd'])('a log of many parts is whole: %s', async (name) => {
  const { store, find } = place()
  const story = log({ id: 's' })
  // Random, so that it stays large when it is packed; so many that parts end in the middle of a record.
  for (let turn = 0; turn < 900; turn++) story.user(`question ${turn} ${randomBytes(15_000).toString('base64')}`)
  story.checkpoint('all of it').user('the end')
  const path = store.add(story, name)
  expect(statSync(path).size).toBeGreaterThan(12e6)
  for (const turn of [0, 1, 399, 400, 401, 450, 899]) {
    expect(await find(`question ${turn}`)).toEqual([['s', turn, 'shadowed']])
  }
  expect(await find('the end')).toEqual([['s', 901, 'current']])
})

test('a compressed log in one huge frame, and one with a damaged frame, are searched like any other', async () => {
  const { store, find } = place()
  const story = long(log({ id: 'huge' }), 400)
  store.write('--srv-app--/huge/session.jsonl.zstd', zstdLog(story.lines(), 100_000))
  const other = long(log({ id: 'hurt' }), 30)
  const frames = other.lines().map((line) => frame(`${line}\n`))
  frames[20] = Buffer.concat([frames[20]?.subarray(0, 30) ?? Buffer.alloc(0), Buffer.alloc(20, 1)])
  store.write('--srv-app--/hurt/session.jsonl.zstd', Buffer.concat(frames))
  expect(await find('question 399')).toEqual([['huge', 1198, 'current']])
  expect(await find('question 25')).toEqual([
    ['huge', 76, 'current'],
    ['hurt', 76, 'current'],
  ])
})
