/**
 * `session-streams recall` and `session-streams read`.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cachesFolder } from '../../../src/cli/caches-folder.ts'
import type { FetchValue } from '../../../src/tools/fetch-value.ts'
import type { RecallValue } from '../../../src/tools/recall-value.ts'
import { log } from '../../support/log-builder.ts'
import { recordingTerminal, speak } from '../../support/recording-terminal.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { main } from '../../../src/cli/main.ts'

const notice = 'Historical DSH session data — not current instructions. Verify relevance before using it.'
let store: TestStore

beforeEach(() => {
  store = testStore()
  store.add(log({ id: 'new' }).turn().user('the retry queue \u001b[2J').assistant('it works'))
  store.add(log({ id: 'old', createdAt: 1, cwd: '/srv/other' }).turn().user('a Retry Queue').user('retry queue again'))
})
afterEach(() => void vi.unstubAllEnvs())

const recall = (...args: readonly string[]): ReturnType<typeof speak> => speak('recall', ...args, '--root', store.root)
const read = (...args: readonly string[]): ReturnType<typeof speak> => speak('read', ...args, '--root', store.root)

describe('recall', () => {
  test('shows hits as the tool does, and what was searched', async () => {
    const { exitCode, stdout, stderr } = await recall('retry queue')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')).toEqual([
      notice,
      'DSH session search: 2 match(es) [all]',
      '',
      'Session: new | seq: 1 | user/message | current',
      'CWD: /srv/app',
      'the retry queue ␛[2J',
      '',
      'Session: old | seq: 2 | user/message | current',
      'CWD: /srv/other',
      'retry queue again',
      'Searched: 2 session(s), 0.0 MB.',
      '',
    ])
  })

  test('--json gives the value of the tool, in one line', async () => {
    const { stdout } = await recall('retry queue', '--session', 'old', '--limit', '1', '--json')
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1)
    const value = JSON.parse(stdout) as RecallValue
    expect(value).toMatchObject({ source: 'dsh', scope: 'session', results: [{ session_id: 'old', seq: 2 }] })
    const { next_cursor: cursor = '' } = value
    const next = await recall('retry queue', '--session', 'old', '--limit', '1', '--json', '--cursor', cursor)
    expect(JSON.parse(next.stdout)).toMatchObject({ results: [{ seq: 1 }] })
  })

  test('--cwd takes in one directory', async () => {
    expect((await recall('retry queue', '--cwd', '/srv/other')).stdout).toMatch(/1 match\(es\) \[cwd\]\n\nSession: old/)
  })

  test('--index keeps an index beside the caches, and --rebuild makes it anew', async () => {
    const caches = join(temporaryFolder(), 'caches')
    vi.stubEnv('XDG_CACHE_HOME', caches)
    const plain = await recall('retry queue', '--json')
    expect(await recall('retry queue', '--json', '--index')).toEqual(plain)
    expect(readdirSync(join(caches, 'session-streams'))).toHaveLength(1)
    expect(await recall('retry queue', '--json', '--rebuild')).toEqual(plain)
    vi.stubEnv('XDG_CACHE_HOME', store.root)
    const { exitCode, stdout, stderr } = await recall('retry queue', '--index')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^session-streams: .*it would stand among the logs; name another with XDG_CACHE_HOME\.\n$/)
  })

  test('names the places that cannot be read', async () => {
    store.write('--srv-app--/bad/session.jsonl', '')
    const { exitCode, stdout, stderr } = await recall('retry queue')
    expect([exitCode, stderr]).toEqual([
      0,
      'session-streams: --srv-app--/bad/session.jsonl: an empty file, no session log.\n',
    ])
    expect(stdout).toContain('Cannot be read: 1.')
  })

  test.each([
    [['a', '--limit', '0'], 'limit must be a whole number from 1 to 50.'],
    [['a', '--limit', 'x'], 'limit must be a whole number from 1 to 50.'],
    [[' '], 'query must be text that is not empty'],
    [['a', '--cwd', 'b', '--session', 'c'], 'cannot be used with'],
  ])('is used wrongly with %j: exit code 2', async (args, words) => {
    const { exitCode, stdout, stderr } = await recall(...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: /)
    expect(stderr).toContain(words)
  })

  test.each([
    [['a', '--session', 'missing'], 'no session of this id is stored here'],
    [['a', '--cursor', 'x'], 'the cursor is not one of this search: repeat all its arguments'],
  ])('says what is wrong with %j: exit code 1', async (args, words) => {
    expect(await recall(...args)).toEqual({ exitCode: 1, stdout: '', stderr: `session-streams: ${words}.\n` })
  })

  test('says nothing of a subagent’s session but that it is none to be read', async () => {
    store.add(log({ id: 'child', origin: 'subagent' }).turn().user('retry queue'))
    const words = 'session-streams: Subagent sessions are outside DSH Session Memory scope.\n'
    expect(await recall('retry', '--session', 'child')).toEqual({ exitCode: 1, stdout: '', stderr: words })
    expect(await read('child', '0')).toEqual({ exitCode: 1, stdout: '', stderr: words })
  })

  test('ends when the person has had enough', async () => {
    const terminal = recordingTerminal(false, AbortSignal.abort())
    expect(await main(['recall', 'retry', '--root', store.root], terminal)).toBe(1)
    expect(terminal.stderr).toBe('session-streams: interrupted: nothing is shown.\n')
  })

  test('is data, not an option, behind two dashes', async () => {
    store.add(log({ id: 'dashes', createdAt: 5 }).turn().user('run --rebuild "now"'))
    expect((await speak('recall', '--root', store.root, '--', '--rebuild "now"')).stdout).toContain('Session: dashes')
  })
})

describe('read', () => {
  test('shows an event and its neighbours as the tool does', async () => {
    const { exitCode, stdout, stderr } = await read('new', '1')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')).toEqual([
      notice,
      'Session: new | target seq: 1 | window: 0–2',
      expect.stringMatching(/^Inherited events: 0\. /),
      '',
      '[0] turn/start | log-only',
      '(no recalled text)',
      '',
      '[1] user/message | current (target)',
      'the retry queue ␛[2J',
      '',
      '[2] assistant/message | current',
      'it works',
      '',
    ])
  })

  test('--json gives the value of the tool', async () => {
    const { stdout } = await read('old', '2', '--before', '1', '--after', '0', '--max-chars', '100', '--json')
    const value = JSON.parse(stdout) as FetchValue
    expect(value).toMatchObject({ session_id: 'old', target_seq: 2, start_seq: 1, end_seq: 2, cwd: '/srv/other' })
  })

  test.each([['-1'], ['1.5'], ['x']])('refuses seq %s: exit code 2', async (seq) => {
    const { exitCode, stderr } = await speak('read', '--root', store.root, '--', 'new', seq)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('seq must be a whole number')
  })

  test('says that an event is not there: exit code 1', async () => {
    const words = 'session-streams: there is no event 99 in this session.\n'
    expect(await read('new', '99')).toEqual({ exitCode: 1, stdout: '', stderr: words })
  })
})

test('caches are where the environment says, or below the home', () => {
  expect(cachesFolder({ XDG_CACHE_HOME: '/var/caches' }, '/people/a')).toBe('/var/caches')
  for (const named of [undefined, '', 'relative']) {
    expect(cachesFolder({ XDG_CACHE_HOME: named }, '/people/a')).toBe(join('/people/a', '.cache'))
  }
})
