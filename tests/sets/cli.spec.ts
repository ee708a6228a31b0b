/**
 * A real profile: the `dsh` command line installs the tarball, and its agent calls the tool.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { peerContextErrorWords, type PeerContextValue } from '../../src/tools/index.ts'
import { setFolder, testUnless, whyNot } from './harness-set.ts'
import { modelServer, said, smallTalk, type ChatRequest, type ModelServer } from './model-server.ts'
import { pack } from './packed.ts'
import { runProgram, type Ended } from './run-program.ts'

const set = setFolder('cli')
const reason = whyNot('cli')

describe('seed 000 test 9: the real command line', () => {
  let home: string
  let model: ModelServer
  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'profile-')))
    mkdirSync(join(home, 'tmp'))
    model = await modelServer()
  })
  afterAll(async () => {
    await model.close()
    rmSync(home, { recursive: true, force: true })
  })

  const dsh = (folder: string, ...args: readonly string[]): Promise<Ended> => {
    const cwd = join(home, folder)
    mkdirSync(cwd, { recursive: true })
    const env = { ...process.env, ...ownFolders(home), DEEPSEEK_BASE_URL: model.url }
    const bin = join(set, 'node_modules/@deepseek-ai/dsh/lib/bin.js')
    return runProgram(process.execPath, [bin, ...args], { cwd, env, timeoutMs: 60_000 })
  }

  /** Runs one task to its end; the requests that offered the model tools are the agent's own. */
  const task = async (
    folder: string,
    prompt: string,
  ): Promise<Ended & { readonly requests: readonly ChatRequest[] }> => {
    const before = model.requests.length
    const ended = await dsh(folder, '--profile', 'headless', prompt)
    expect(ended).toMatchObject({ code: 0, leftProcesses: false })
    const requests = model.requests.slice(before).filter(({ tools = [] }) => tools.length > 0)
    return { ...ended, requests }
  }
  const offered = ({ tools = [] }: ChatRequest): string[] => tools.map(({ function: { name } }) => name)
  const toolMessages = (requests: readonly ChatRequest[]): string[] =>
    (requests.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => said(content))

  testUnless(reason, 'installs the tarball, and its agents see the peers of their own folder alone', async () => {
    const { tarball } = pack(home)
    const added = await dsh('app', 'plugin', '--profile', 'headless', 'add', tarball)
    expect(added, added.stderr).toMatchObject({ code: 0, leftProcesses: false })

    const first = await task('app', 'Where is the <needle>?')
    expect(first.requests.flatMap(offered)).toContain('get_peer_context')
    expect(first.stdout).toContain(smallTalk)
    const [id, ...more] = sessionIds(home)
    expect(more).toEqual([])

    const asked = await task('app', `Please look at session ${id}`)
    const [answer = '', ...others] = toolMessages(asked.requests)
    expect(others).toEqual([])
    expect(JSON.parse(answer) as PeerContextValue).toMatchObject({
      schemaVersion: 1,
      sessionId: id,
      runtimeStatus: 'offline',
      conversation: {
        messages: [
          { role: 'user', text: 'Where is the <needle>?' },
          { role: 'assistant', text: smallTalk },
        ],
        retention: { eligibleMessages: 2, returnedMessages: 2, omittedMessages: 0 },
      },
      activity: { turn: { state: 'ended', turn: 1, lastEndReason: 'completed' }, tools: [] },
    })
    expect(answer).not.toMatch(/[<>&]/)
    // The model repeats what it was told, so it is also what a person reads.
    expect(asked.stdout).toContain(answer)

    for (const [folder, target] of [
      ['elsewhere', id],
      ['app', 'no-such-session'],
    ] as const) {
      const { requests } = await task(folder, `Please look at session ${target}`)
      expect(toolMessages(requests)).toEqual([`Error: ${peerContextErrorWords.PEER_CONTEXT_DENIED}`])
    }

    const removed = await dsh('app', 'plugin', '--profile', 'headless', 'remove', 'session-streams')
    expect(removed, removed.stderr).toMatchObject({ code: 0, leftProcesses: false })
    const after = await task('app', 'Where is it now?')
    expect(after.requests.flatMap(offered)).not.toContain('get_peer_context')
  })
})

/** An environment in which everything that the harness and pnpm write is below `home`. */
function ownFolders(home: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    DSH_HOME: join(home, '.dsh'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    // How this machine reaches a registry stays as it is.
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    PATH: [join(set, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    DSH_TELEMETRY_DISABLED: '1',
    DEEPSEEK_API_KEY: 'none',
    NO_PROXY: '127.0.0.1',
  }
}

/** Ids of the sessions on disk, which name their folders. */
function sessionIds(home: string): string[] {
  const sessions = join(home, '.dsh/sessions')
  return readdirSync(sessions).flatMap((project) => readdirSync(join(sessions, project)))
}
