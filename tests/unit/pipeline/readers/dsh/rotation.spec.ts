import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { follow, rotatedType } from '../../../../../src/pipeline/readers/index.ts'
import { convertLog } from '../../../../support/convert-generation.ts'
import { caughtUp, following, inShort, quiet } from '../../../../support/following.ts'
import { log, type LogBuilder } from '../../../../support/log-builder.ts'
import { asText } from '../../../../support/read-text.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { zstdLog } from '../../../../support/zstd-log.ts'

const pollMs = 20

/** A session that is followed, and the story that is being told in it. */
interface Session {
  readonly folder: string
  readonly path: string
  readonly story: LogBuilder
}

function session(name = 'session.jsonl'): Session {
  const folder = temporaryFolder()
  const story = log().turn().user('a').deltas(['b', 'c', 'd']).assistant('e').endTurn()
  const path = join(folder, name)
  writeFileSync(path, name.endsWith('.zstd') ? zstdLog(story.lines()) : story.text())
  return { folder, path, story }
}

/** Writes the story so far as the harness does when it upgrades: the whole history under a new name, at once. */
function upgrade({ folder, story }: Session, name: string, version: 3 | 4 = 3): string {
  const { lines } = convertLog(story.header, story.events, version)
  const path = join(folder, name)
  writeFileSync(`${path}.tmp`, name.endsWith('.zstd') ? zstdLog(lines) : asText(lines))
  renameSync(`${path}.tmp`, path)
  return path
}

const rotation = (file: string, version: number, afterSeq: number | null): object => ({ file, version, afterSeq })

describe('a log that goes on in a newer generation', () => {
  test.each([
    ['session.jsonl', 'session.v3.jsonl'],
    ['session.jsonl', 'session.v3.jsonl.zstd'],
    ['session.jsonl.zstd', 'session.v3.jsonl.zstd'],
  ])('is followed from %s to %s, and no message comes twice', async (before, after) => {
    const told = session(before)
    const run = following(follow(told.folder, { pollMs, fromSeq: 0 }))
    await run.until(7)
    // The last message has seq 5 in the old file; in the new one there are no deltas, and a system message more.
    told.story.turn().user('f')
    upgrade(told, after)
    await run.until(11)
    expect(inShort(run.events)).toEqual([0, 1, 2, 3, 4, 5, 6, rotation(after, 3, 3), 4, 5, 6])
    expect(run.events.slice(8).map(({ type }) => type)).toEqual(['turn/end', 'turn/start', 'user/message'])
  })

  test('is followed on when it is named by its file', async () => {
    const told = session()
    const run = await caughtUp(told.path, { pollMs })
    upgrade(told, 'session.v3.jsonl')
    told.story.user('f')
    upgrade(told, 'session.v4.jsonl', 4)
    const events = await run.until(3)
    expect(events.filter(({ type }) => type === rotatedType)).not.toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'user/message', data: { content: [{ text: 'f' }] } })
  })

  test('is read to its end first', async () => {
    const told = session()
    const run = await caughtUp(told.folder)
    // Both at once: the last record of the old file, and the new file.
    told.story.user('last')
    appendFileSync(told.path, `${told.story.lines().at(-1)}\n`)
    upgrade(told, 'session.v3.jsonl')
    await run.until(2)
    expect(inShort(run.events)).toEqual([7, rotation('session.v3.jsonl', 3, 5)])
  })

  test('may be gone when it goes on', async () => {
    const told = session()
    const run = await caughtUp(told.path, { pollMs })
    told.story.user('f')
    upgrade(told, 'session.v3.jsonl')
    rmSync(told.path)
    expect((await run.until(3)).at(-1)).toMatchObject({ type: 'user/message', seq: 5 })
  })

  test('and is written on there', async () => {
    const told = session()
    const run = await caughtUp(told.folder, { pollMs })
    const path = upgrade(told, 'session.v3.jsonl')
    await run.until(2)
    appendFileSync(path, `${JSON.stringify({ type: 'turn/start', data: { turn: 2 }, seq: 5, time: 1 })}\n`)
    expect(inShort(await run.until(3))).toEqual([rotation('session.v3.jsonl', 3, 3), 4, 5])
  })

  test('says so even when nobody asks for its type, and yields no other type', async () => {
    const told = session()
    const run = following(follow(told.folder, { pollMs, fromSeq: 0 }), ['turn/start'])
    await run.until(1)
    told.story.turn()
    upgrade(told, 'session.v3.jsonl')
    expect((await run.until(3)).map(({ type }) => type)).toEqual(['turn/start', rotatedType, 'turn/start'])
  })

  test('is yielded as a whole when its last message is not found in the newer one', async () => {
    const told = session()
    const run = await caughtUp(told.folder, { pollMs })
    const other = log().user('another story').assistant('altogether')
    upgrade({ ...told, story: other }, 'session.v3.jsonl')
    // Ids of built messages are counted from 0, so that these two have none of the first story's.
    expect(inShort(await run.until(4))).toEqual([rotation('session.v3.jsonl', 3, null), 0, 1, 2])
  })

  test('is yielded as a whole when its last message has no id', async () => {
    const told = session()
    const line = {
      type: 'user/message',
      seq: 7,
      time: 1,
      data: { content: [], source: { kind: 'user' } },
      surfaceOp: 'append',
    }
    const run = await caughtUp(told.folder, { pollMs })
    appendFileSync(told.path, `${JSON.stringify(line)}\n`)
    await run.until(1)
    upgrade(told, 'session.v3.jsonl')
    expect(inShort(await run.until(7)).slice(0, 3)).toEqual([7, rotation('session.v3.jsonl', 3, null), 0])
  })

  test('waits for the header of the newer one', async () => {
    const told = session()
    const run = await caughtUp(told.folder, { pollMs })
    const { lines } = convertLog(told.story.header, told.story.events, 3)
    const path = join(told.folder, 'session.v3.jsonl')
    writeFileSync(path, lines[0]!.slice(0, 20))
    await quiet()
    expect(run.events).toEqual([])
    appendFileSync(path, `${lines[0]!.slice(20)}\n`)
    // Its history is not there yet: then everything comes, rather than nothing.
    expect(inShort(await run.until(1))).toEqual([rotation('session.v3.jsonl', 3, null)])
  })

  test('ends with an error when the newer one cannot be read', async () => {
    const told = session()
    const run = await caughtUp(told.folder, { pollMs })
    writeFileSync(join(told.folder, 'session.v9.jsonl'), '{"type":"session","version":9,"id":"a","createdAt":1}\n')
    await expect(run.ended).rejects.toMatchObject({
      code: 'LOG_VERSION_UNSUPPORTED',
      message: expect.stringContaining('session.v9.jsonl: ') as string,
    })
  })
})

describe('a log does not go on', () => {
  test('in an older generation, a copy, or a file of another name', async () => {
    const told = session('session.v3.jsonl.zstd')
    writeFileSync(told.path, zstdLog(convertLog(told.story.header, told.story.events, 3).lines))
    const run = following(follow(told.folder, { pollMs, fromSeq: 0 }))
    const before = (await run.until(5)).length
    for (const name of [
      'session.jsonl',
      'session.v2.jsonl',
      'session.v4.jsonl.bak',
      'session.v04.jsonl',
      'other.v4.jsonl',
    ]) {
      writeFileSync(join(told.folder, name), told.story.text())
    }
    await quiet()
    expect(run.events).toHaveLength(before)
  })

  test('in a newer generation that was there before, when an older file was named', async () => {
    const told = session()
    upgrade(told, 'session.v3.jsonl')
    const run = following(follow(told.path, { pollMs, fromSeq: 0 }))
    await run.until(7)
    await quiet()
    expect(inShort(run.events)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('anywhere, when its name is none that the harness gives', async () => {
    const told = session('my-log.jsonl')
    const run = await caughtUp(told.path, { pollMs })
    upgrade(told, 'session.v3.jsonl')
    await quiet()
    expect(run.events).toEqual([])
  })
})
