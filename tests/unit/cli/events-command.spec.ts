import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/cli/main.ts'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'
import { recordingTerminal, speak, type Spoken } from '../../support/recording-terminal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const bin = fileURLToPath(new URL('../../../src/bin.ts', import.meta.url))
const file = (text: string): string => {
  const path = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(path, text)
  return path
}
const told = (story: LogBuilder): string => file(story.text())
const acting = ['\u001b', '\u202e', '\u0007']
const lines = (text: string): string[] => text.trimEnd().split('\n')
const parsed = ({ stdout }: Spoken): LogEvent[] => lines(stdout).map((line) => JSON.parse(line) as LogEvent)
const hostile = '\u001b[31mred\u202e\u0007 <b> &'
const story = (): LogBuilder =>
  log({ id: 's' }).title('T').turn().user(`one\n${hostile}`).step().deltas(['a', 'b', 'c']).assistant('two').endTurn()

describe('session-streams events', () => {
  test('prints every event on a line of its own, in log order', async () => {
    const { exitCode, stdout, stderr } = await speak('events', told(story()))
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(lines(stdout).map((line) => line.split(/ {2}/)[0])).toEqual(story().events.map(({ seq }) => String(seq)))
    expect(lines(stdout)[2]).toBe('2  2023-11-14 22:13:20Z  user/message  one ⟨U+001B⟩[31mred⟨U+202E⟩⟨U+0007⟩ <b> &')
  })

  test('with --ndjson prints each event as it is, and nothing that acts on a terminal', async () => {
    for (const packed of [false, true]) {
      const spoken = await speak('events', file(`${story().lines({ packed }).join('\n')}\n`), '--ndjson')
      expect(parsed(spoken)).toStrictEqual(story().events)
      for (const character of ['<', '>', '&', ...acting]) expect(spoken.stdout).not.toContain(character)
    }
  })

  test('takes in only the types and seqs that are asked for', async () => {
    const path = told(story())
    const chosen = await speak('events', path, '--ndjson', '--type', 'user/message', 'assistant/message', '--from', '3')
    expect(parsed(chosen).map(({ type }) => type)).toEqual(['assistant/message'])
    const none = await speak('events', path, '--type', 'no/such')
    expect(none).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  })

  test('masks secrets in lines, not in JSON, and not when told so', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const path = told(
      log()
        .turn()
        .user(`${'x'.repeat(140)} ${secret}`),
    )
    expect((await speak('events', path)).stdout).not.toContain('ghp_a1')
    expect((await speak('events', path, '--no-redact')).stdout).toContain('ghp_a1')
    expect((await speak('events', path, '--ndjson')).stdout).toContain(secret)
  })

  test('reads a session folder, and leaves an open turn open', async () => {
    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'session.jsonl'), log().turn().user('one').text())
    expect(lines((await speak('events', folder)).stdout)).toHaveLength(2)
  })

  test('skips what is damaged or unknown, and says so', async () => {
    const [header, first, ...rest] = log().turn().user('one').endTurn().lines() as [string, string, ...string[]]
    const unknown = '{"type":"future/thing","seq":3,"time":1,"data":{}}'
    const spoken = await speak('events', file(`${[header, first, 'no json\u001b', ...rest, unknown].join('\n')}\n`))
    expect(spoken.exitCode).toBe(0)
    expect(lines(spoken.stdout)).toHaveLength(3)
    expect(spoken.stderr).toMatch(/^session-streams: 1 damaged record skipped; the first is line 3: .*\n/)
    for (const character of acting) expect(spoken.stderr).not.toContain(character)
    expect(spoken.stderr).toContain('1 event of unknown types skipped')
  })

  test.each([['--from', '-1'], ['--from', 'x'], ['--from', '1e99'], ['--type']])(
    'says how it is used: %j %j',
    async (...args) => {
      const { exitCode, stdout } = await speak('events', told(story()), ...args)
      expect([exitCode, stdout]).toEqual([2, ''])
    },
  )

  test('says in one line that there is no such log', async () => {
    const { exitCode, stderr } = await speak('events', '/no/such.jsonl')
    expect(exitCode).toBe(1)
    expect(lines(stderr)).toHaveLength(1)
  })

  test('reads on only when what was printed has been taken', async () => {
    const long = log().turn()
    for (let index = 0; index < 20_000; index++) long.user(`message ${index}`)
    const terminal = recordingTerminal()
    let take = (): void => undefined
    const slow = { ...terminal, print: terminal.print, taken: () => new Promise<void>((resolve) => (take = resolve)) }
    const running = main(['events', told(long), '--ndjson'], slow)
    await new Promise((resolve) => void setTimeout(resolve, 200))
    const printed = lines(terminal.stdout).length
    expect(printed).toBeGreaterThan(0)
    expect(printed).toBeLessThan(20_001)
    const taking = setInterval(() => take(), 0)
    expect(await running).toBe(0)
    clearInterval(taking)
    expect(lines(terminal.stdout)).toHaveLength(20_001)
  })

  test('ends quietly when its reader goes away', async () => {
    const long = log().turn()
    for (let index = 0; index < 20_000; index++) long.user(`message ${index}`)
    const child = spawn(process.execPath, [bin, 'events', told(long), '--ndjson'])
    let stderr = ''
    child.stderr.on('data', (bytes) => (stderr += String(bytes)))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(stderr).toBe('')
  })
})

describe('session-streams event', () => {
  test('prints one event whole, with its neighbours, and marks it', async () => {
    const { exitCode, stdout, stderr } = await speak('event', told(story()), '2', '--before', '1', '--after', '1')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout.match(/^[> ] \d+ {2}.*$/gm)).toEqual([
      '  1  2023-11-14 22:13:20Z  turn/start',
      '> 2  2023-11-14 22:13:20Z  user/message',
      '  3  2023-11-14 22:13:20Z  step/start',
    ])
    for (const character of acting) expect(stdout).not.toContain(character)
  })

  test('with --ndjson prints the same events as the log holds, also from a packed row', async () => {
    const path = file(`${story().lines({ packed: true }).join('\n')}\n`)
    const spoken = await speak('event', path, '5', '--before', '1', '--after', '2', '--ndjson')
    expect(parsed(spoken)).toStrictEqual(story().events.slice(4, 8))
    expect(parsed(await speak('event', path, '0', '--before', '50', '--ndjson'))).toStrictEqual(
      story().events.slice(0, 1),
    )
  })

  test('masks secrets unless told otherwise', async () => {
    const path = told(log().turn().user('password=hunter22'))
    expect((await speak('event', path, '1')).stdout).not.toContain('hunter22')
    expect((await speak('event', path, '1', '--no-redact')).stdout).toContain('hunter22')
  })

  test('says that there is no such event', async () => {
    const { exitCode, stdout, stderr } = await speak('event', told(story()), '99')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/no event with seq 99/)
  })

  test.each([['-1'], ['x'], ['1', '--before', '51'], ['1', '--after', '-1'], []])(
    'says how it is used: %j',
    async (...args) => {
      expect((await speak('event', told(story()), ...args)).exitCode).toBe(2)
    },
  )
})
