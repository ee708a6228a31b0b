/**
 * The terminal door from the outside: what it says, what it never lets through, and which exit code it leaves.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trustWarning, type PeerContextValue } from '../../src/tools/peer-context-value.ts'
import { logs } from '../support/arbitraries.ts'
import { asNobody } from '../support/as-nobody.ts'
import { canonicalEvents } from '../support/canonical-events.ts'
import { log, type LogBuilder } from '../support/log-builder.ts'
import { hydratedLogs, testRealLogs } from '../support/real-logs.ts'
import { speak, type Spoken } from '../support/recording-terminal.ts'
import { referenceActivity, referenceConversation, referenceTitle } from '../support/reference.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url))
const file = (content: string | Buffer): string => {
  const path = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(path, content)
  return path
}
const told = (story: LogBuilder): string => file(story.text())

/** Runs the program as a process of its own. */
function run(...args: readonly string[]): Spoken {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' })
  return { exitCode: status ?? -1, stdout, stderr }
}

describe('every real log', () => {
  testRealLogs(
    'is shown exactly as the contract says, for every count of messages',
    async () => {
      const all = hydratedLogs()
      expect(all).toHaveLength(169)
      for (const { id, path, header, records } of all) {
        const events = canonicalEvents(records)
        const fromSeq = (header['seedLength'] as number | undefined) ?? 0
        const last = records.at(-1) as { seq?: number; seq0?: number; data: { dt?: unknown[] } } | undefined
        for (let maxMessages = 1; maxMessages <= 8; maxMessages++) {
          const { exitCode, stdout, stderr } = await speak(
            'context',
            path,
            '--json',
            '--max-messages',
            `${maxMessages}`,
          )
          expect([exitCode, stderr], path).toEqual([0, ''])
          expect({ ...(JSON.parse(stdout) as object), capturedAt: 0 }, path).toStrictEqual({
            schemaVersion: 1,
            sessionId: id,
            title: referenceTitle(events),
            runtimeStatus: 'offline',
            capturedThroughSeq: last === undefined ? null : (last.seq ?? last.seq0! + last.data.dt!.length),
            capturedAt: 0,
            trustWarning,
            conversation: referenceConversation(events, { maxMessages }),
            activity: referenceActivity(events, { fromSeq }),
          })
        }
      }
    },
    120_000,
  )
})

describe('the JSON', () => {
  test('is one line on stdout and nothing else', async () => {
    const { stdout, stderr } = await speak('context', told(log().turn().user('one\ntwo')), '--json')
    expect(stdout).toMatch(/^\{.*\}\n$/)
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1)
    expect(stderr).toBe('')
  })

  test('never exceeds 128 KiB, whatever the log holds', async () => {
    const story = log({ id: '<'.repeat(500) })
      .title('\u202e'.repeat(300))
      .turn()
    for (let message = 0; message < 8; message++) story.user('<\u0085&>'.repeat(4_096))
    const { stdout } = await speak('context', told(story), '--json', '--max-messages', '8')
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(128 * 1024)
    expect((JSON.parse(stdout) as PeerContextValue).conversation?.retention.returnedBytes).toBeGreaterThan(16_000)
  })
})

/** Characters that act on a terminal or hide in it, beside the line feed that we write ourselves. */
const acting =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

describe('hostile text', () => {
  const hostile = '\u001b]0;owned\u0007\u001b[2J\u202e\u2066\u200b\ufeff\r\u009b31m\u{e0041}\u0000'

  test('reaches the terminal visibly, wherever in the log it stands', async () => {
    const story = log({ id: hostile }).title(hostile).turn().user(hostile).assistant(hostile).call(hostile, hostile)
    story.result(hostile, { text: hostile }).endTurn(hostile).event(`x/${hostile}`, {})
    for (const options of [[], ['--json']]) {
      const { stdout, stderr } = await speak('context', told(story), ...options)
      expect(stdout).toContain('owned')
      expect(stdout + stderr).not.toMatch(acting)
    }
  })

  test('reaches it visibly in an error too', async () => {
    const { exitCode, stderr } = await speak('context', `/no/such/${hostile.replaceAll('\0', '')}`)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('⟨U+001B⟩')
    expect(stderr).not.toMatch(acting)
  })

  test('of any log never gets through', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (story) => {
        const path = told(story)
        for (const options of [[], ['--json']]) {
          const { exitCode, stdout } = await speak('context', path, ...options)
          expect(exitCode).toBe(0)
          expect(stdout).not.toMatch(acting)
          if (options.length > 0) expect(stdout).not.toMatch(/[<>&]/)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a log that cannot be read', () => {
  /** One or two sentences, no stack, nothing on stdout. */
  const expectPlain = ({ exitCode, stdout, stderr }: Spoken): void => {
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^session-streams: [^\n]+\.\n$/)
    expect(stderr).not.toMatch(/\bat .*:\d+|Error:|node:/)
  }

  test.each<[string, () => string]>([
    ['an empty file', () => file('')],
    ['a folder', () => temporaryFolder()],
    ['a log without a header', () => file(log().turn().user('hi').lines().slice(1).join('\n'))],
    ['a format of the future', () => told(log({ version: 99 }).turn())],
    ['nothing', () => '/no/such/log'],
    ['a file that only looks compressed', () => file(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0, 0, 0]))],
    ['random bytes', () => file(Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 89) % 256)))],
  ])('is refused in plain words: %s', async (_, make) => {
    const path = make()
    for (const options of [[], ['--json']]) expectPlain(await speak('context', path, ...options))
  })

  asNobody('is refused in plain words: a file without read permission', async ({ forbid, run: asNobodyDo }) => {
    const path = told(log().turn())
    forbid(path)
    await asNobodyDo(async () => expectPlain(await speak('context', path)))
  })

  test('is none when there is only a header: that is an empty view', async () => {
    const { exitCode, stdout } = await speak('context', told(log({ id: 's' })), '--json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ sessionId: 's', title: null, capturedThroughSeq: null })
  })
})

describe('the program as a process', () => {
  test('leaves 0 for an answer, 1 for no log and 2 for a wrong call, and no stack trace ever', () => {
    const [answer, noLog, wrong] = [run('context', told(log().user('hi'))), run('context', '/no/such/log'), run('what')]
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' })
    expect(answer.stdout).toContain('    hi\n')
    expect(noLog).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'session-streams: /no/such/log: no such file or directory.\n',
    })
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' })
    expect(noLog.stderr + wrong.stderr).not.toMatch(/^\s+at /m)
  })

  test('writes the whole of a long answer into a pipe', () => {
    const story = log().turn()
    for (let message = 0; message < 8; message++) story.user('\u0085'.repeat(4_096))
    const { exitCode, stdout } = run('context', told(story), '--json', '--max-messages', '8')
    expect(exitCode).toBe(0)
    expect(stdout.length).toBeGreaterThan(40_000)
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 })
  })

  test('ends quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [bin, 'context', told(log().user('hi'))], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const exitCode = await new Promise((resolve) => void child.on('close', resolve))
    expect([exitCode, stderr]).toEqual([0, ''])
  })
})
