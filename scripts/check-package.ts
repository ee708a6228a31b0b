/**
 * Packs what `npm run build` made and looks at the tarball as a stranger would: its files, its types, and whether it
 * runs on plain Node 20. Says every fault it finds, then fails.
 *
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundled.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const place = realpathSync(mkdtempSync(join(tmpdir(), 'package-')))
const faults: string[] = []

/** Runs a command and returns what it said; a failure is a fault. */
function run(what: string, command: string, args: readonly string[], cwd: string = place): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) faults.push(`${what} failed:\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`)
  return stdout ?? ''
}

/** The files every package has; dist/ is looked at by kind, since the names of its shared parts hold a hash. */
const wantedFiles: readonly string[] = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.md',
  'cordis.patch.yml',
  'dist/cli/bin.js',
  'dist/index.d.ts',
  'dist/index.js',
  'dist/plugin/index.d.ts',
  'dist/plugin/index.js',
  'dist/corpus/index.d.ts',
  'dist/corpus/index.js',
  'dist/plugin/memory/index.d.ts',
  'dist/plugin/memory/index.js',
  'dist/plugin/session-query/index.d.ts',
  'dist/plugin/session-query/index.js',
  'dist/stages/index.d.ts',
  'dist/stages/index.js',
  'package.json',
]
const sharedPart = /^dist\/chunk-[A-Z0-9]+\.js$|^dist\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/

function checkFiles(files: readonly string[]): void {
  for (const file of wantedFiles) if (!files.includes(file)) faults.push(`missing in the tarball: ${file}`)
  for (const file of files) {
    if (!wantedFiles.includes(file) && !sharedPart.test(file)) faults.push(`should not be in the tarball: ${file}`)
  }
}

function checkManifest(folder: string): void {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { dependencies, scripts } = manifest as Readonly<Record<'dependencies' | 'scripts', Record<string, string>>>
  if (Object.keys(dependencies).join() !== 'ix')
    faults.push(`dependencies must be ix alone: ${JSON.stringify(dependencies)}`)
  for (const name of ['preinstall', 'install', 'postinstall']) {
    if (name in scripts) faults.push(`a package must not run a script when it is installed: ${name}`)
  }
}

/** What a built file imports: relative files to follow, and the names of packages. */
function reach(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const statements = text.matchAll(/^(?:import|export)\b[^'"\n;]*(?:\n[^'"\n;]*)*?["']([^"'\n]+)["'];?$/gm)
  const calls = text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']/g)
  for (const [, specifier = ''] of [...statements, ...calls]) {
    if (specifier.startsWith('.')) reach(join(dirname(file), specifier), seen)
    else seen.add(specifier)
  }
  return seen
}

function checkReach(folder: string): void {
  const packages = (entry: string): string[] =>
    [...reach(join(folder, 'dist', entry))].filter((name) => !name.startsWith(folder)).toSorted()
  const stages = packages('stages/index.js')
  if (stages.length > 0) faults.push(`./stages must run in a browser and import nothing: ${stages.join(', ')}`)
  for (const name of [...packages('index.js'), ...packages('cli/bin.js')]) {
    if (!/^(?:node:|ix\/)/.test(name)) faults.push(`imported but not a dependency: ${name}`)
  }
  const foreign = (entry: string): string[] =>
    [...reach(join(folder, 'dist', entry))]
      .filter((name) => name.startsWith(folder))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^\s*\/\/ node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/gm)])
      .map(([, name = '']) => name)
  const built = new Set(
    [
      'index.js',
      'stages/index.js',
      'corpus/index.js',
      'plugin/index.js',
      'plugin/memory/index.js',
      'plugin/session-query/index.js',
      'cli/bin.js',
    ].flatMap(foreign),
  )
  for (const name of built) if (!bundled.includes(name)) faults.push(`bundled without its licence: ${name}`)
}

/** A Node 20: the machine's own when it is one, else from npm. */
function node20(): readonly [string, ...string[]] {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (status === 0 && stdout.startsWith('v20.')) return [node]
  }
  return ['npx', '-y', '-p', 'node@20', 'node']
}

const smoke = `
const library = await import('session-streams')
const stages = await import('session-streams/stages')
const corpus = await import('session-streams/corpus')
const plugin = await import('session-streams/plugin')
const memory = await import('session-streams/memory')
const query = await import('session-streams/session-query')
const manifest = await import('session-streams/package.json', { with: { type: 'json' } })
if (!process.version.startsWith('v20.')) throw new Error('not Node 20: ' + process.version)
for (const [name, module] of Object.entries({ library, stages, corpus, plugin, memory, query })) {
  if ('default' in module) throw new Error(name + ' has a default export')
  if (Object.keys(module).length === 0) throw new Error(name + ' exports nothing')
}
for (const { name, apply } of [plugin, memory, query]) {
  if (typeof apply !== 'function') throw new Error('a plugin has no apply: ' + name)
}
console.log(process.version, manifest.default.version)
`

function checkRuns(tarball: string): void {
  const home = join(place, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(home, 'smoke.js'), smoke)
  run('npm install of the tarball', 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball], home)
  // The harness of the host stands beside the plugin, as in a profile.
  symlinkSync(join(root, 'node_modules/@deepseek-ai'), join(home, 'node_modules/@deepseek-ai'))
  const [node, ...before] = node20()
  const said = run('importing the packed package on Node 20', node, [...before, 'smoke.js'], home).trim()
  const bin = join(home, 'node_modules/.bin/session-streams')
  const version = run('session-streams --version on Node 20', node, [...before, bin, '--version'], home).trim()
  if (said.split(' ')[1] !== version) faults.push(`--version says ${version}, the package is ${said}`)
  const built = join(home, 'node_modules/session-streams/dist/cli/bin.js')
  if (!readFileSync(built, 'utf8').startsWith('#!/usr/bin/env node\n')) faults.push('the bin does not start with #!')
  if ((statSync(built).mode & 0o111) === 0) faults.push('the bin is not executable')
}

try {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', place]
  const packed: unknown = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }))
  // npm 11 prints a list, npm 12 an object by name.
  const [first] = Object.values(packed as Record<string, { filename: string; files: readonly { path: string }[] }>)
  if (first === undefined) throw new Error('npm pack made nothing')
  const tarball = join(place, first.filename)
  checkFiles(first.files.map(({ path }) => path))
  run('unpacking', 'tar', ['-xzf', tarball])
  checkManifest(join(place, 'package'))
  checkReach(join(place, 'package'))
  run('publint', 'npx', ['publint', 'run', tarball, '--strict'], root)
  const quiet = ['--no-emoji', '--no-color', '--exclude-entrypoints', './cordis.patch.yml']
  run('attw', 'npx', ['attw', tarball, '--profile', 'esm-only', ...quiet], root)
  checkRuns(tarball)
} finally {
  rmSync(place, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('the packed package is sound')
