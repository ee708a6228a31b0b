/**
 * The folder everything happens in: the compiled bench and the generated logs. Gone when the bench ends, unless
 * `BENCH_DIR` names it: then it is kept and its logs are used again.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { BenchLog, Layout } from './jobs/job.ts'
import { writeLargeLog } from './large-log.ts'
import { writeLog } from './log-generator.ts'
import { writeZstdLog } from './zstd-log.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** All logs are told from one seed. */
const seed = 1

/** A folder to measure in. */
export interface Workplace {
  /** Folder of the compiled bench: what is measured is JavaScript, as it is published. */
  readonly build: string
  /** A generated log; written when it is asked for the first time. */
  log(events: number, layout?: Layout): Promise<BenchLog>
}

/**
 * Compiles the bench and the source it measures; types are checked elsewhere.
 *
 * @param kept - a folder that is there and stays. @defaultValue what `BENCH_DIR` names, else one that goes
 */
export function openWorkplace(kept: string | undefined = env['BENCH_DIR']): Workplace {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'session-streams-bench-'))
  if (kept === undefined) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const build = join(folder, 'build')
  compile(build)
  return { build, log: (events, layout = 'plain') => benchLog(folder, events, layout) }
}

function compile(build: string): void {
  rmSync(build, { recursive: true, force: true })
  mkdirSync(build, { recursive: true })
  const compilerOptions = {
    rootDir: root,
    outDir: build,
    noEmit: false,
    noCheck: true,
    declaration: false,
    isolatedDeclarations: false,
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const files = ['bench/measure/child.ts', 'bench/harness/child.ts'].map((file) => join(root, file))
  const config = join(build, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' })
  writeFileSync(join(build, 'package.json'), JSON.stringify({ type: 'module' }))
  // Also those of the peers, which are there only when they were asked for.
  for (const folder of ['.', 'bench/peers']) {
    symlinkSync(join(root, folder, 'node_modules'), join(build, folder, 'node_modules'))
  }
}

async function benchLog(folder: string, events: number, layout: Layout): Promise<BenchLog> {
  const path = join(folder, `${layout}-${events}-${seed}.jsonl${layout.startsWith('zstd') ? '.zstd' : ''}`)
  if (!existsSync(path)) {
    // Under another name first, so that a broken-off run leaves no half log to be used again.
    const unfinished = `${path}.unfinished`
    await write[layout](unfinished, { events, seed })
    await rename(unfinished, path)
  }
  return { path, layout, events, seed, bytes: statSync(path).size }
}

type Write = (path: string, log: { readonly events: number; readonly seed: number }) => Promise<unknown>
const write: Readonly<Record<Layout, Write>> = {
  plain: writeLog,
  packed: (path, log) => writeLog(path, { ...log, packed: true }),
  zstd: writeZstdLog,
  'zstd-varied': (path, log) => writeZstdLog(path, { ...log, text: 'varied' }),
  large: writeLargeLog,
}
