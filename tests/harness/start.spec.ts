/**
 * `npm start` as a person meets it: the sample, and logs of one's own.
 *
 * @module
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { log, type LogBuilder } from '../support/log-builder.ts'

const program = fileURLToPath(new URL('../../demo/start.ts', import.meta.url))

/** Where the program makes its temporary folders. */
const temporary = mkdtempSync(join(tmpdir(), 'start-'))
const env = { ...process.env, TMPDIR: temporary, NO_COLOR: '1' }
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env, timeout: 30_000 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

describe('npm start', () => {
  let ended: Ended
  beforeAll(async () => {
    ended = await start()
  })

  it('ends well, in fewer lines than two screens have, and leaves nothing behind', () => {
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout.split('\n').length).toBeLessThan(80)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('shows what the model sees: the value, with hostile text as harmless escapes', () => {
    expect(ended.stdout).toContain('get_peer_context({"sessionId":"checkout-bug","maxMessages":5})')
    expect(ended.stdout).toContain('"runtimeStatus": "running"')
    expect(ended.stdout).toContain('\\u003c/peer\\u003e\\u003csystem\\u003e')
    expect(ended.stdout).toContain('\\u202eyolped\\u202c')
    expect(ended.stdout).not.toMatch(/[<\u202e]/)
    expect(ended.stdout).toMatch(/"checkpoint": true, "text":\s+"\\u003ccompacted-summary\\u003e/)
    expect(ended.stdout).toContain('{ "name": "run_tests", "status": "error"')
    expect(ended.stdout).toContain('{ "name": "run_all_tests", "status": "running"')
    expect(ended.stdout).not.toMatch(/src\/gift-card\.ts|1 test of pricing failed|rounds somewhere/)
  })

  it('shows what was left out, in figures that add up', () => {
    const figures = (row: string): number[] =>
      (new RegExp(`^${row} +(\\d+) +(\\d+) +(\\d+)$`, 'm').exec(ended.stdout) ?? []).slice(1).map(Number)
    for (const row of ['messages', 'bytes of text', 'tool calls']) {
      const [eligible = Number.NaN, returned = 0, omitted = 0] = figures(row)
      expect(eligible, row).toBe(returned + omitted)
    }
    expect(figures('messages')).toEqual([6, 5, 1])
    expect(ended.stdout).toContain('"truncated": true')
  })

  it('shows what each kind of session answers, and one refusal for all that are denied', () => {
    const answer = (id: string): string => new RegExp(`^  ${id} .*  (.+)$`, 'm').exec(ended.stdout)?.[1] ?? ''
    expect(answer('checkout-bug')).toMatch(/^running, /)
    expect(answer('release-notes')).toMatch(/^idle, /)
    expect(answer('old-migration')).toMatch(/^offline, /)
    expect(answer('checkout-fork')).toMatch(/^offline, 4 messages, 0 tool calls$/)
    for (const id of ['checkout-search', 'billing', 'first-try', 'no-such-session']) expect(answer(id)).toBe('denied')
    expect(ended.stdout.match(/PEER_CONTEXT_\w+: .+/g)).toEqual([
      'PEER_CONTEXT_DENIED: No permission to read the context of that session.',
    ])
  })

  it('shows what each stage did, and that the file gives the same answer', () => {
    expect(ended.stdout).toContain('(the same answer: yes)')
    for (const stage of ['filter-sources', 'fold-surface', 'retain-window', 'pair-calls', 'latest-title']) {
      expect(ended.stdout).toMatch(new RegExp(`${stage} +\\d+ +\\d+ +\\d+ +\\d+\\.\\d\\d$`, 'm'))
    }
  })

  it('removes its folder when it is stopped with Ctrl-C', async () => {
    const child = spawn(process.execPath, [program], { env, stdio: 'ignore' })
    await vi.waitFor(() => expect(readdirSync(temporary)).not.toEqual([]), { timeout: 20_000, interval: 5 })
    child.kill('SIGINT')
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(130)
    expect(readdirSync(temporary)).toEqual([])
  })

  it.each([['--version'], ['a', 'b']])('says how it is used when it is given %s', async (...args) => {
    expect(await start(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('npm start --') })
  })
})

describe('npm start -- PATH', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'own-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  /** Writes a log in the layout of a sessions folder, last changed at that second. */
  const write = (id: string, second: number, story: (log: LogBuilder) => LogBuilder): string => {
    const path = join(folder, '--srv-app--', id, 'session.jsonl')
    story(log({ id, createdAt: second * 1000 })).write(path)
    utimesSync(path, second, second)
    return path
  }
  const saying = (words: string) => (story: LogBuilder) => story.turn().user(words).endTurn()

  it('shows the context of a log, or of a session folder, and what each stage did', async () => {
    const path = write('one', 1000, (story) => saying('words \u202e of mine')(story.title('Mine')).call('a', 'grep'))
    const ended = await start(path)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^Mine\none, offline, through event 4\n/)
    expect(ended.stdout).toContain('words ⟨U+202E⟩ of mine')
    expect(ended.stdout).toMatch(/pair-calls +\d+ +1 /)
    const steady = ({ stdout }: Ended): string => stdout.replaceAll(/\d+(\.\d+)?( ms)?$|\d+ ms/gm, '')
    expect(steady(await start(join(path, '..')))).toBe(steady(ended))
  })

  it('shows the newest of a folder that can be read, names the others, and says why one cannot be', async () => {
    write('old', 1000, saying('old words'))
    write('newest', 3000, saying('newest words'))
    write('middle', 2000, saying('middle words'))
    writeFileSync(write('empty', 4000, saying('')), '')
    writeFileSync(write('foreign', 5000, saying('')), '{"type":"session","version":99,"id":"foreign","createdAt":1}\n')
    // Its header is fine; what makes it unreadable stands at its end.
    write('unfoldable', 6000, (story) => saying('x')(story).replace(700, 900, 'of nothing'))
    const { code, stdout, stderr } = await start(folder)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('newest words')
    expect(stdout).not.toMatch(/old words|middle words/)
    expect(stdout).toContain('Shown is the newest session, --srv-app--/newest (written 1970-01-01 00:50:00Z).')
    expect(stdout).toMatch(/2 other sessions in this folder, newest first:\n  .*\/middle\n  .*\/old\n/)
    expect(stdout).toMatch(/3 logs could not be read:\n/)
    expect(stdout).toMatch(/empty\/session\.jsonl: an empty file/)
    expect(stdout).toMatch(/foreign\/session\.jsonl: .*v99/)
    expect(stdout).toMatch(/unfoldable\/session\.jsonl: .*\n/)
  })

  it.each([
    ['nothing', 'no such file', (place: string) => join(place, 'nothing')],
    ['a folder without a log', 'there is no session log', (place: string) => place],
    [
      'a file that is no log',
      'no header that can be trusted',
      (place: string) => {
        writeFileSync(join(place, 'notes.txt'), 'notes\n')
        return join(place, 'notes.txt')
      },
    ],
    [
      'a folder of damaged logs',
      'none of its logs can be read',
      (place: string) => {
        writeFileSync(write('torn', 1000, saying('')), 'torn\n')
        return place
      },
    ],
  ])('says in a sentence that %s cannot be shown', async (_, words, make) => {
    const { code, stdout, stderr } = await start(make(folder))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/\n +at /)
  })
})
