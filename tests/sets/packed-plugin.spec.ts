/**
 * The package as it would be published, mounted in the newest and the oldest harness it is meant for.
 *
 * @module
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { copyPackages } from './copy-packages.ts'
import { setFolder, testUnless, whyNot } from './harness-set.ts'
import { manifestOf } from './manifest.ts'
import { pack, root, unpack, type Packed } from './packed.ts'
import { runProgram } from './run-program.ts'

let place: string
let packed: Packed
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'packed-'))
  packed = pack(place)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('seed 000 test 9: the packed package', () => {
  const needed = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.md',
    'cordis.patch.yml',
    'dist/cli/bin.js',
    'dist/corpus/index.d.ts',
    'dist/corpus/index.js',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/plugin/index.d.ts',
    'dist/plugin/index.js',
    'dist/plugin/memory/index.d.ts',
    'dist/plugin/memory/index.js',
    'dist/plugin/session-query/index.d.ts',
    'dist/plugin/session-query/index.js',
    'dist/stages/index.d.ts',
    'dist/stages/index.js',
    'package.json',
  ]
  /** The parts that entries share, and the declarations that entries reach. */
  const dist =
    /^dist\/chunk-[A-Z0-9]{8}\.js$|^dist\/(?:pipeline|stages|corpus|tools|plugin)\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.d\.ts$/

  testUnless(whyNot(), 'holds the files of the allowlist and no other', () => {
    const { files } = packed
    expect(files.filter((file) => needed.includes(file)).toSorted()).toEqual(needed)
    expect(files.filter((file) => !needed.includes(file) && !dist.test(file))).toEqual([])
  })

  testUnless(whyNot(), 'depends on ix alone, runs nothing when it is installed, and takes any harness', () => {
    const manifest = manifestOf(unpack(packed.tarball, join(place, 'looked-at')))
    expect(Object.keys(manifest.dependencies)).toEqual(['ix'])
    for (const name of ['preinstall', 'install', 'postinstall']) expect(manifest.scripts).not.toHaveProperty(name)
    for (const [name, range] of Object.entries(manifest.peerDependencies)) {
      expect([name, range, manifest.peerDependenciesMeta[name]]).toEqual([name, '*', { optional: true }])
      expect(name).toMatch(/^@deepseek-ai\//)
    }
  })
})

const bundleProgram = new URL('./mount-bundle.ts', import.meta.url)
const memoryProgram = new URL('./mount-memory.ts', import.meta.url)
const queryProgram = new URL('./mount-session-query.ts', import.meta.url)
const documented = (name: string): object[] =>
  load(readFileSync(new URL(`../../docs/rows/${name}.yml`, import.meta.url), 'utf8')) as object[]

const sets = [
  { version: '0.1.0-rc.8', folder: root, reason: whyNot() },
  { version: '0.1.0-rc.6', folder: setFolder('rc6'), reason: whyNot('rc6') },
]

describe.each(sets)('the packed plugin in harness $version', ({ version, folder, reason }) => {
  /** A folder with the set, the bundle and what the bundle depends on installed in it. */
  const home = (): string => {
    const made = mkdtempSync(join(place, 'home-'))
    const modules = join(made, 'node_modules')
    const { dependencies, devDependencies } = manifestOf(folder)
    const names = Object.keys({ ...dependencies, ...devDependencies })
    const set = names.filter((name) => name.startsWith('@deepseek-ai/') || name === 'js-yaml')
    copyPackages(join(folder, 'node_modules'), modules, set)
    const bundle = manifestOf(unpack(packed.tarball, made))
    copyPackages(join(root, 'node_modules'), modules, Object.keys(bundle.dependencies))
    writeFileSync(join(made, 'package.json'), '{ "private": true, "type": "module" }\n')
    return made
  }

  /** Mounts, calls, disposes. The rows are copied anew each time: Include may write what it composed into its file. */
  const mount = (cwd: string, rows: readonly object[] = [], program: URL = bundleProgram) => {
    copyFileSync(new URL('./base.cordis.yml', import.meta.url), join(cwd, 'cordis.yml'))
    copyFileSync(new URL('./boot-rows.ts', import.meta.url), join(cwd, 'boot-rows.ts'))
    copyFileSync(program, join(cwd, 'program.ts'))
    rmSync(join(cwd, 'sessions'), { recursive: true, force: true })
    const args = ['program.ts', JSON.stringify(rows)]
    return runProgram(process.execPath, args, { cwd, env: process.env, timeoutMs: 60_000 })
  }

  testUnless(reason, 'is mounted by its own patch, answers, and is gone when its row is disposed', async () => {
    const cwd = home()
    expect(manifestOf(join(cwd, 'node_modules/@deepseek-ai/dsh-session'))).toMatchObject({ version })
    const { code, stdout, stderr } = await mount(cwd)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      state: 2,
      mounted: ['get_peer_context'],
      peer: {
        schemaVersion: 1,
        sessionId: 'peer',
        runtimeStatus: 'offline',
        conversation: { messages: [{ text: 'words of' }, { text: 'peer' }] },
        activity: { turn: { state: 'running', turn: 1 } },
      },
      stranger: { code: 'PEER_CONTEXT_DENIED' },
      disposed: [],
    })

    const lowered = await mount(cwd, [{ id: 'peer-context', config: { maxMessages: 1 } }])
    expect(JSON.parse(lowered.stdout)).toMatchObject({
      state: 2,
      peer: { conversation: { messages: [{ text: 'peer' }] } },
    })

    const raised = await mount(cwd, [{ id: 'peer-context', config: { maxMessages: 9 } }])
    expect(raised.code).not.toBe(0)
    expect(raised.stderr).toMatch(/maxMessages expected number <= 8 but got 9/)
  })

  testUnless(reason, 'R001-06, R001-08: keeps memory off until the documented rows switch it on', async () => {
    const cwd = home()
    const seen = async (rows: readonly object[]): Promise<object> => {
      const { code, stdout, stderr } = await mount(cwd, rows, memoryProgram)
      // Node says once that its SQLite is experimental.
      expect({ code, stderr: stderr.replace(/^.*ExperimentalWarning: SQLite.*\n.*trace-warnings.*\n/, '') }).toEqual({
        code: 0,
        stderr: '',
      })
      return JSON.parse(stdout) as object
    }
    const none = { code: 'UNKNOWN_TOOL' }
    expect(await seen([])).toMatchObject({
      state: null,
      tools: ['get_peer_context'],
      commands: [],
      recall: none,
      fetch: none,
      typed: null,
    })

    const rows = documented('memory')
    const found = { session_id: 'earlier', cwd: '/srv/other', seq: 0, snippet: 'the retry queue' }
    expect(await seen(rows)).toMatchObject({
      state: 2,
      tools: ['get_peer_context', 'recall_memory', 'fetch_session'],
      commands: ['memory-help', 'memory-read', 'memory-search'],
      recall: { scope: 'all', results: [found], excluded_subagent_sessions: 0 },
      fetch: { session_id: 'earlier', events: [{ seq: 0, text: 'the retry queue' }] },
      typed: { kind: 'success', text: expect.stringContaining('Session: earlier | seq: 0') as string },
      disposed: ['get_peer_context'],
    })

    const streaming = await seen(documented('session-query-memory'))
    expect(streaming).toMatchObject({ recall: { results: [found] }, fetch: { events: [{ text: 'the retry queue' }] } })

    const withoutSearch = rows.filter((row) => (row as { id: string }).id === 'memory')
    expect(await seen(withoutSearch)).toMatchObject({
      recall: {
        code: 'SESSION_QUERY_SEARCH_DISABLED',
        message: expect.stringMatching(/session-query-sqlite.*openAt: first-search/) as string,
      },
      fetch: { session_id: 'earlier' },
    })
  })

  testUnless(reason, 'mounts the streaming session query by its two rows, and takes it out by two others', async () => {
    const cwd = home()
    const seen = async (rows: readonly object[]): Promise<object> => {
      const { code, stdout, stderr } = await mount(cwd, rows, queryProgram)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      return JSON.parse(stdout) as object
    }
    const same = {
      surface: [1],
      whole: ['turn/start', 'user/message', 'turn/end'],
      missing: 'SESSION_QUERY_SESSION_NOT_FOUND',
      peer: { capturedThroughSeq: 2, conversation: { messages: [{ text: 'by file' }] } },
      search: 'SESSION_QUERY_SEARCH_DISABLED',
    }
    const shipped = { ...same, hasStream: false, inspected: 4 }
    expect(await seen([])).toMatchObject(shipped)
    const on = documented('session-query')
    expect(await seen(on)).toMatchObject({ ...same, hasStream: true, inspected: 0 })
    expect(await seen([...on, ...documented('session-query-back')])).toMatchObject(shipped)

    const both = await mount(cwd, on.slice(1), queryProgram)
    expect(both.code).not.toBe(0)
    expect(both.stderr).toMatch(/sessionQuery/)
  })
})
