/**
 * `follow --view`: a view that is shown anew whenever the log has grown.
 *
 * @module
 */
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { PeerContextValue } from '../../src/tools/index.ts'
import { liveLine, liveLog, liveText } from '../support/live-log.ts'
import { recordingTerminal, speak, type RecordingTerminal } from '../support/recording-terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A log that is followed; `views` are those that were printed. */
function followed(path: string, ...more: readonly string[]) {
  const interrupt = new AbortController()
  const terminal: RecordingTerminal = recordingTerminal(false, interrupt.signal)
  const ended = main(['follow', path, '--view', 'conversation', '--json', ...more], terminal)
  const views = (): PeerContextValue[] =>
    terminal.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as PeerContextValue)
  const newest = (): string | undefined => views().at(-1)?.conversation?.messages.at(-1)?.text
  return {
    views,
    shows: (text: string) => expect.poll(newest, { timeout: 20_000 }).toBe(text),
    async stop(): Promise<number> {
      interrupt.abort()
      return await ended
    },
  }
}

const oneLog = (records: number): string => {
  const path = join(temporaryFolder(), 'session.jsonl')
  writeFileSync(path, liveLog(records))
  return path
}

describe.each([[[]], [['--cold']]])('a view that is followed, %j', (more) => {
  test('is shown at once, and again after each append, with the figures of a read of all', async () => {
    const path = oneLog(3)
    const follow = followed(path, ...more)
    await follow.shows(liveText(2))
    appendFileSync(path, `${liveLine(3)}\n`)
    await follow.shows(liveText(3))
    appendFileSync(path, `${liveLine(4)}\n${liveLine(5).slice(0, 20)}`)
    await follow.shows(liveText(4))
    const { stdout } = await speak('context', path, '--view', 'conversation', '--json')
    const { capturedAt: _, ...whole } = JSON.parse(stdout) as PeerContextValue
    expect(follow.views().at(-1)).toMatchObject(whole)
    expect(await follow.stop()).toBe(0)
  })

  test('begins anew with a file that takes the place of the log', async () => {
    const path = oneLog(3)
    const follow = followed(path, ...more)
    await follow.shows(liveText(2))
    writeFileSync(`${path}.new`, liveLog(2, ' of another'))
    renameSync(`${path}.new`, path)
    await follow.shows(liveText(1, ' of another'))
    expect(await follow.stop()).toBe(0)
  })
})

test('a view is not shown twice when nothing has changed', async () => {
  const path = oneLog(2)
  const follow = followed(path)
  await follow.shows(liveText(1))
  // Something happens in the folder, and nothing to the log.
  writeFileSync(`${path}.other`, '')
  await new Promise((resolve) => void setTimeout(resolve, 700))
  expect(follow.views()).toHaveLength(1)
  await follow.stop()
})

test('a log that is gone ends it with what is wrong', async () => {
  const { exitCode, stderr } = await speak('follow', join(temporaryFolder(), 'session.jsonl'), '--view', 'overview')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no such file')])
})

test('a view and --from-start do not go together', async () => {
  expect((await speak('follow', 'x', '--view', 'overview', '--from-start')).exitCode).toBe(2)
})
