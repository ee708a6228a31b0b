/**
 * A log that another process writes, followed: by the reader, and by the program.
 *
 * @module
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { follow, openLog, rotatedType } from '../../src/pipeline/readers/index.ts'
import { collect, pipe } from '../../src/pipeline/index.ts'
import { convertLog } from '../support/convert-generation.ts'
import { caughtUp, following, quiet } from '../support/following.ts'
import { liveLine, liveLog } from '../support/live-log.ts'
import { log } from '../support/log-builder.ts'
import { asText } from '../support/read-text.ts'
import { recordingTerminal } from '../support/recording-terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { zstdLog } from '../support/zstd-log.ts'
import { main } from '../../src/cli/main.ts'

const appendLog = fileURLToPath(new URL('../support/programs/append-log.ts', import.meta.url))
const appendFrames = fileURLToPath(new URL('../support/programs/append-frames.ts', import.meta.url))
const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url))

/** Starts a process that is ended with the test, whatever becomes of it. */
function started(...args: readonly string[]): ChildProcess {
  const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a line of shell in a process of its own, with the path as `$1`. */
const shell = (command: string, path: string): void => void execFileSync('sh', ['-c', command, 'sh', path])

const header = liveLog(0)

describe('a log that gets a record every millisecond for two seconds', () => {
  test.each([
    ['session.jsonl', appendLog, header],
    ['session.jsonl.zstd', appendFrames, zstdLog([header.trimEnd()])],
  ])('comes whole, in order, nothing twice: %s', async (name, writer, first) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, first)
    const reader = follow(path, { fromSeq: 0 })
    const run = following(reader)
    const child = started(writer, path, '2000')
    await once(child, 'exit')
    const { read } = await openLog(path)
    const written = await collect(pipe(read))
    expect(written.length).toBeGreaterThan(100)
    await run.until(written.length)
    await quiet()
    expect(run.events).toEqual(written)
    expect(reader.report).toMatchObject({ damagedRecords: 0, capturedThroughSeq: written.length - 1 })
    await run.stop()
  })

  test('comes whole to somebody who takes his time', async () => {
    const path = join(temporaryFolder(), 'session.jsonl')
    writeFileSync(path, header)
    const child = started(appendLog, path, '2000')
    const seqs: number[] = []
    const stop = new AbortController()
    const reading = (async () => {
      for await (const batch of follow(path, { fromSeq: 0 })({ signal: stop.signal })) {
        for (const { seq } of batch) seqs.push(seq)
        await wait(40)
      }
    })()
    const outcome = reading.catch((reason: unknown) => reason)
    await once(child, 'exit')
    const records = readFileSync(path, 'utf8').split('\n').length - 2
    while (seqs.length < records) await wait(20)
    // All that was written has been read: the reader would wait for more for ever.
    stop.abort('all there')
    expect(await outcome).toBe('all there')
    expect(seqs).toEqual(seqs.map((_, index) => index))
  })
})

describe('another process', () => {
  const changes: Readonly<Record<string, string>> = {
    truncates: 'truncate -s -60 "$1"',
    empties: ': > "$1"',
    'replaces by another file': 'cp "$1" "$1.new" && mv "$1.new" "$1"',
    renames: 'mv "$1" "$1.old"',
    removes: 'rm "$1"',
  }
  test.each(Object.keys(changes))('%s the log: LOG_CHANGED, after all that was written before', async (what) => {
    const path = join(temporaryFolder(), 'session.jsonl')
    writeFileSync(path, liveLog(3))
    const run = await caughtUp(path)
    shell(`printf '%s\\n' '${liveLine(3)}' >> "$1"`, path)
    await run.until(1)
    shell(changes[what]!, path)
    await expect(run.ended).rejects.toMatchObject({ code: 'LOG_CHANGED' })
    expect(run.events.map(({ seq }) => seq)).toEqual([3])
  })

  test('takes the log over into a newer generation while it is written', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'session.jsonl')
    const story = log()
    for (let index = 0; index < 40; index++) story.user(`message ${index}`)
    const lines = story.lines()
    writeFileSync(path, asText(lines.slice(0, 21)))
    const run = await caughtUp(folder)
    appendFileSync(path, asText(lines.slice(21, 31)))
    const newer = join(folder, 'session.v4.jsonl.zstd')
    const converted = convertLog(story.header, story.events, 4).lines
    writeFileSync(`${newer}.tmp`, zstdLog(converted.slice(0, -10)))
    shell('mv "$1.tmp" "$1"', newer)
    await run.until(11)
    appendFileSync(newer, zstdLog(['', ...converted.slice(-10)]))
    const events = await run.until(21)
    const texts = events
      .filter(({ type }) => type !== rotatedType)
      .map(({ data }) => (data as { content: { text: string }[] }).content[0]!.text)
    expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `message ${20 + index}`))
    expect(events.map(({ type }) => type).indexOf(rotatedType)).toBe(10)
  })
})

describe('session-streams follow', () => {
  /** Starts the program, and waits until it has printed a text. */
  function running(...args: readonly string[]): {
    readonly child: ChildProcess
    until(text: string): Promise<string>
    readonly said: () => string
  } {
    const child = started(bin, 'follow', ...args)
    let stdout = ''
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => (stdout += piece))
    return {
      child,
      said: () => stdout,
      async until(text) {
        for (const since = performance.now(); !stdout.includes(text) && performance.now() - since < 20_000;) {
          await new Promise((resolve) => void setTimeout(resolve, 5))
        }
        expect(stdout).toContain(text)
        return stdout
      },
    }
  }
  const ended = async (child: ChildProcess): Promise<readonly unknown[]> =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [child.exitCode, child.signalCode]

  test('prints messages and finished calls as they come, until Ctrl-C, and that is no failure', async () => {
    const path = join(temporaryFolder(), 'session.jsonl')
    const story = log().turn().step().user('before')
    writeFileSync(path, story.text())
    const { child, until } = running(path)
    // Nothing tells from outside that it has begun, so it is told until it answers.
    const said = until('now and then')
    const append = (): void => appendFileSync(path, `${story.user('now and then').lines().at(-1)}\n`)
    for (
      let tries = 0;
      tries < 200 && !(await Promise.race([said.then(() => true), quiet().then(() => false)]));
      tries++
    )
      append()
    await said
    for (const line of story.assistant('an answer').call('call-alpha', 'bash').result('call-alpha').lines().slice(-3)) {
      appendFileSync(path, `${line}\n`)
    }
    const all = await until('completed bash')
    expect(all).not.toContain('before')
    expect(all).toMatch(/^user \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\n {2}now and then\n/)
    expect(all).toMatch(/assistant [-\d: ]+Z\n {2}an answer\ncompleted bash [-\d: ]+Z #80db97f9e7bc\n/)
    child.kill('SIGINT')
    expect(await ended(child)).toEqual([0, null])
  })

  test('begins with what is there when told to, and makes it safe', async () => {
    const path = join(temporaryFolder(), 'session.jsonl')
    log().user('\u001b[31mred\u001b]0;title\u0007 \u202eright\u202c password=hunter22').write(path)
    const { child, until } = running(path, '--from-start')
    const said = await until('right')
    expect(said).toContain('⟨U+001B⟩[31mred')
    // eslint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|hunter22/)
    child.kill('SIGINT')
    expect(await ended(child)).toEqual([0, null])
  })

  test('says what went wrong, and fails', async () => {
    const terminal = recordingTerminal()
    expect(await main(['follow', join(temporaryFolder(), 'nothing.jsonl')], terminal)).toBe(1)
    expect(terminal.stderr).toMatch(/^session-streams: .*nothing\.jsonl: no such file or directory\.\n$/)
    expect(await main(['follow'], recordingTerminal())).toBe(2)
  })

  test('says where the log goes on, and how much was skipped', async () => {
    const folder = temporaryFolder()
    const story = log().user('old').assistant('news')
    const lines = story.lines()
    writeFileSync(join(folder, 'session.jsonl'), asText([...lines.slice(0, 2), 'no record']))
    const interrupt = new AbortController()
    const terminal = recordingTerminal(false, interrupt.signal)
    const ends = main(['follow', folder, '--from-start'], terminal)
    for (const since = performance.now(); terminal.stderr === '' && performance.now() - since < 20_000;) await quiet()
    expect(terminal.stderr).toBe(
      'session-streams: 1 damaged record skipped; the first is line 3: a record that is not JSON: torn, or glued to another.\n',
    )
    const newer = join(folder, 'session.v3.jsonl')
    writeFileSync(`${newer}.tmp`, asText(convertLog(story.header, story.events, 3).lines))
    shell('mv "$1.tmp" "$1"', newer)
    for (const since = performance.now(); !terminal.stdout.includes('news') && performance.now() - since < 20_000;)
      await quiet()
    expect(terminal.stdout).toMatch(/old\nThe log goes on in format v3: session\.v3\.jsonl\nassistant .*\n {2}news\n$/)
    interrupt.abort()
    expect(await ends).toBe(0)
  })
})
