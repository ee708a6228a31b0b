import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SessionList } from '../../../src/cli/session-list.ts'
import { casePath, testRealLogs } from '../../support/real-logs.ts'
import { log } from '../../support/log-builder.ts'
import { speak } from '../../support/recording-terminal.ts'
import { testStore, type TestStore } from '../../support/session-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

afterEach(() => void vi.unstubAllEnvs())

async function listed(root: string, ...options: readonly string[]): Promise<SessionList> {
  const { exitCode, stdout, stderr } = await speak('list', root, '--json', ...options)
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1)
  return JSON.parse(stdout) as SessionList
}

/** A root, a fork, a subagent, and one without a place or a title. */
function family(): TestStore {
  const store = testStore()
  const root = log({ id: 'root', createdAt: 1_700_000_000_000 }).title('Old').turn().user('hi').title('The root')
  store.add(root)
  store.add(log({ id: 'fork', createdAt: 1_700_000_001_000 }).seed(root))
  store.add({
    id: 'child',
    createdAt: 1_700_000_002_000,
    origin: 'subagent',
    delegationDepth: 1,
    parentSession: 'root',
  })
  const { cwd: _, ...homeless } = log({ id: 'homeless', createdAt: 1_600_000_000_000, delegationDepth: 1 }).header
  store.write('_no-cwd/homeless/session.jsonl', `${JSON.stringify({ type: 'session', ...homeless })}\n`)
  return store
}

describe('session-streams list --json', () => {
  test('gives every session, newest first', async () => {
    expect(await listed(family().root)).toEqual({
      schemaVersion: 1,
      sessions: [
        {
          sessionId: 'child',
          title: null,
          cwd: '/srv/app',
          createdAt: 1_700_000_002_000,
          subagent: true,
          parentSession: 'root',
        },
        {
          sessionId: 'fork',
          title: 'The root',
          cwd: '/srv/app',
          createdAt: 1_700_000_001_000,
          subagent: false,
          parentSession: 'root',
        },
        {
          sessionId: 'root',
          title: 'The root',
          cwd: '/srv/app',
          createdAt: 1_700_000_000_000,
          subagent: false,
          parentSession: null,
        },
        {
          sessionId: 'homeless',
          title: null,
          cwd: null,
          createdAt: 1_600_000_000_000,
          subagent: true,
          parentSession: null,
        },
      ],
      unreadable: [],
    })
  })

  test('names what cannot be read, from the root on, and is no failure', async () => {
    const store = testStore()
    store.add({ id: 'good' })
    store.write('--srv-app--/bad/session.jsonl', '')
    const { sessions, unreadable } = await listed(store.root)
    expect(sessions).toMatchObject([{ sessionId: 'good' }])
    expect(unreadable).toEqual([{ path: '--srv-app--/bad/session.jsonl', reason: 'an empty file, no session log' }])
  })

  test('lists a session whose log goes wrong behind its header, and says that its title is not known', async () => {
    const store = testStore()
    store.add(log({ id: 's' }).title('T').event('plugin/thing', {}, { surfaceOp: 'append' }))
    const { sessions, unreadable } = await listed(store.root)
    expect(sessions).toMatchObject([{ sessionId: 's', title: null }])
    expect(unreadable).toMatchObject([{ path: '--srv-app--/s/session.jsonl' }])
    expect(unreadable[0]?.reason).toMatch(/^its title is not known: .*claims a place on the surface/)
  })

  test('shows no secret in a title, and a title of 200 characters at most', async () => {
    const store = testStore()
    store.add(log({ id: 's' }).title(`ghp_${'a1B2'.repeat(9)} ${'x'.repeat(500)}`))
    const [session] = (await listed(store.root)).sessions
    expect(session?.title).toMatch(/^\[redacted:/)
    expect(session?.title?.length).toBeLessThanOrEqual(200)
  })

  test('takes in only sessions of exactly the working directory that is asked for', async () => {
    const store = testStore()
    for (const [id, cwd] of [
      ['a', '/srv/app'],
      ['b', '/srv/app/'],
      ['c', '/srv/App'],
      ['d', '/srv/app/below'],
    ] as const)
      store.add({ id, cwd })
    const ids = async (...options: readonly string[]): Promise<string[]> =>
      (await listed(store.root, ...options)).sessions.map(({ sessionId }) => sessionId)
    expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
    expect(await ids('--cwd', '/srv/app')).toEqual(['a'])
    expect(await ids('--cwd', '/srv/app/')).toEqual(['b'])
    expect(await ids('--cwd', '/srv')).toEqual([])
    expect(await ids('--cwd', '')).toEqual([])
  })

  test('leaves nothing raw that acts where it is shown', async () => {
    const store = testStore()
    store.add(log({ id: '<b>\u202e&', cwd: '/srv/\u2028</x>' }).title('\u200b<script>'))
    const { stdout } = await speak('list', store.root, '--json')
    expect(stdout).not.toMatch(/[<>&\u2028\u202e\u200b]/)
    expect((JSON.parse(stdout) as SessionList).sessions).toMatchObject([
      { sessionId: '<b>\u202e&', cwd: '/srv/\u2028</x>', title: '\u200b<script>' },
    ])
  })
})

describe('session-streams list', () => {
  test('prints one line per session and one that counts them', async () => {
    expect(await speak('list', family().root)).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        'child  2023-11-14 22:13:22Z  /srv/app  (untitled)  [subagent of root]',
        'fork  2023-11-14 22:13:21Z  /srv/app  The root  [fork of root]',
        'root  2023-11-14 22:13:20Z  /srv/app  The root',
        'homeless  2020-09-13 12:26:40Z  (unset)  (untitled)  [subagent]',
        '4 sessions',
        '',
      ].join('\n'),
    })
  })

  test('says so when there are none', async () => {
    expect(await speak('list', testStore().root)).toEqual({ exitCode: 0, stdout: '0 sessions\n', stderr: '' })
  })

  test('shows text of logs on one line and never obeys it', async () => {
    const store = testStore()
    store.add(log({ id: 'a\nb\u001b[31m', cwd: '/srv/\r\u202e' }).title('x\u200b'))
    store.write('--srv\u001b[2J--/bad/session.jsonl', '')
    const { stdout, stderr } = await speak('list', store.root)
    expect(stdout).toBe(
      'a b⟨U+001B⟩[31m  2023-11-14 22:13:20Z  /srv/⟨U+000D⟩⟨U+202E⟩  x⟨U+200B⟩\n1 session, 1 unreadable\n',
    )
    expect(stderr).toBe('session-streams: --srv⟨U+001B⟩[2J--/bad/session.jsonl: an empty file, no session log.\n')
  })

  test('names the first few that cannot be read and counts all', async () => {
    const store = testStore()
    for (let index = 0; index < 8; index++) store.write(`--srv-app--/s${index}/session.jsonl`, '')
    const { exitCode, stdout, stderr } = await speak('list', store.root)
    expect([exitCode, stdout]).toEqual([0, '0 sessions, 8 unreadable\n'])
    const named = [0, 1, 2, 3, 4].map((index) => `--srv-app--/s${index}/session.jsonl: an empty file, no session log.`)
    expect(stderr.split('\n')).toEqual([
      ...named.map((line) => `session-streams: ${line}`),
      'session-streams: 3 more unreadable: --json names them all.',
      '',
    ])
  })

  test("looks into the harness's own folder when none is named", async () => {
    const store = testStore()
    store.add({ id: 's' })
    vi.stubEnv('DSH_HOME', join(store.root, '..'))
    expect((await speak('list')).stdout).toMatch(/^s {2}/)
  })

  test('says what to do when there is no such folder', async () => {
    const home = temporaryFolder()
    vi.stubEnv('DSH_HOME', home)
    const words = 'no sessions of a harness here: name a folder of sessions, or set DSH_HOME'
    expect(await speak('list')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `session-streams: ${join(home, 'sessions')}: ${words}.\n`,
    })
  })

  test.each([
    ['is not there', 'missing', 'no such folder'],
    ['is a file', 'file', 'a file, and no folder of sessions'],
  ])('fails with exit code 1 when the named root %s', async (_, name, words) => {
    const store = testStore()
    const root = join(store.root, name)
    store.write('file', 'x')
    expect(await speak('list', root)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `session-streams: ${root}: ${words}.\n`,
    })
  })

  test.each([[['a', 'b']], [['a', '--cwd']], [['a', '--all']]])(
    'is used wrongly with %j: exit code 2',
    async (args) => {
      const { exitCode, stdout, stderr } = await speak('list', ...args)
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^error: /)
    },
  )

  testRealLogs('42: one bad file hides nothing, and the exit says success', async () => {
    const { exitCode, stdout, stderr } = await speak('list', casePath('42-one-bad-file-poisons-the-list', 'store'))
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^session-good {2}.*\n1 session, 5 unreadable\n$/)
    expect(stderr.trim().split('\n')).toHaveLength(5)
  })
})
