/**
 * The arrows between rooms hold because the linter says so: each forbidden import is tried, and each allowed one.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What each room may import; every pair not named here must fail. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  pipeline: [],
  stages: ['pipeline'],
  corpus: ['stages', 'pipeline'],
  tools: ['corpus', 'stages', 'pipeline'],
  plugin: ['tools', 'corpus', 'stages', 'pipeline'],
  mcp: ['tools', 'corpus', 'stages', 'pipeline'],
  cli: ['tools', 'corpus', 'stages', 'pipeline'],
}
const rooms = Object.keys(arrows)

/** One line of code in one file. Trials of the same file stand on lines of their own. */
interface Trial {
  readonly title: string
  readonly file: string
  readonly code: string
  /** The rule that must speak; none when the line is fine. */
  readonly rule?: string
}

const imports = 'no-restricted-imports'
const globals = 'no-restricted-globals'
const properties = 'no-restricted-properties'
const otherRules = ['consistent-type-imports', 'no-cycle', 'no-default-export', 'no-console']

const may = (file: string, code: string): Trial => ({ title: `${file} may: ${code}`, file, code })
const mustNot = (rule: string, file: string, code: string): Trial => ({
  title: `${file} must not: ${code}`,
  file,
  code,
  rule,
})

const arrowTrials: readonly Trial[] = rooms.flatMap((from) =>
  rooms
    .filter((to) => to !== from)
    .map((to) => {
      const file = `src/${from}/x.ts`
      const code = `export * from '../${to}/index.ts'`
      return arrows[from]?.includes(to) === true ? may(file, code) : mustNot(imports, file, code)
    }),
)

const formTrials: readonly Trial[] = [
  mustNot(imports, 'src/stages/type.ts', `export type { A } from '../tools/index.ts'`),
  mustNot(imports, 'src/stages/side-effect.ts', `import '../tools/index.ts'`),
  mustNot(imports, 'src/stages/call.ts', `await import('../tools/index.ts')`),
  mustNot('consistent-type-imports', 'src/stages/in-type.ts', `export type A = import('../tools/index.ts').A`),
  mustNot(imports, 'src/stages/views/deep.ts', `import '../../tools/index.ts'`),
  mustNot(imports, 'src/stages/way-round.ts', `import './../../src/tools/index.ts'`),
]

const withinTrials: readonly Trial[] = [
  ...rooms.slice(1).map((to) => mustNot(imports, 'src/pipeline/readers/dsh/x.ts', `import '../../../${to}/index.ts'`)),
  ...rooms.slice(1).map((to) => mustNot(imports, 'src/pipeline/items.ts', `import '../${to}/index.ts'`)),
  mustNot(imports, 'src/pipeline/items.ts', `import './readers/index.ts'`),
  mustNot(imports, 'src/pipeline/x.ts', `import './readers/index.ts'`),
  mustNot(imports, 'src/pipeline/x.ts', `import './items.ts'`),
  mustNot(imports, 'src/pipeline/readers/x.ts', `import '../items.ts'`),
  mustNot(imports, 'src/stages/x.ts', `import '../pipeline/readers/index.ts'`),
  mustNot(imports, 'src/stages/views/x.ts', `import '../../pipeline/readers/memory.ts'`),
  mustNot(imports, 'src/stages/x.ts', `import '../pipeline/items.ts'`),
  ...['plugin', 'mcp', 'cli'].map((door) => mustNot(imports, 'src/index.ts', `import './${door}/index.ts'`)),
  ...['pipeline', 'stages', 'tools'].map((room) => may('src/index.ts', `export * from './${room}/index.ts'`)),
  ...['pipeline', 'stages', 'corpus', 'tools', 'plugin'].map((room) =>
    mustNot(imports, 'src/bin.ts', `import './${room}/index.ts'`),
  ),
  ...['mcp', 'cli'].map((door) => may('src/bin.ts', `import './${door}/index.ts'`)),
]

const inner = ['pipeline/x.ts', 'pipeline/readers/x.ts', 'stages/x.ts', 'corpus/x.ts', 'tools/x.ts', 'index.ts']
const packageTrials: readonly Trial[] = [
  ...[...inner, 'pipeline/items.ts', 'mcp/x.ts', 'cli/x.ts', 'bin.ts'].map((file) =>
    mustNot(imports, `src/${file}`, `import '@deepseek-ai/dsh-session'`),
  ),
  may('src/plugin/x.ts', `import '@deepseek-ai/dsh-session'`),
  ...[...inner, 'plugin/x.ts', 'mcp/x.ts', 'cli/x.ts', 'bin.ts'].map((file) =>
    mustNot(imports, `src/${file}`, `import 'ix/asynciterable'`),
  ),
  may('src/pipeline/items.ts', `import 'ix/asynciterable'`),
  ...['pipeline/x.ts', 'pipeline/items.ts', 'stages/x.ts', 'tools/x.ts', 'index.ts'].map((file) =>
    mustNot(imports, `src/${file}`, `import 'node:fs'`),
  ),
  ...['pipeline/readers/x.ts', 'corpus/x.ts', 'plugin/x.ts', 'mcp/x.ts', 'cli/x.ts'].map((file) =>
    may(`src/${file}`, `import 'node:fs/promises'`),
  ),
  may('src/stages/x.ts', `import '@noble/hashes/sha2.js'`),
  may('src/cli/x.ts', `import 'commander'`),
  mustNot(imports, 'src/tools/x.ts', `import 'commander'`),
]

const globalTrials: readonly Trial[] = [
  ...[...inner, 'pipeline/items.ts', 'plugin/x.ts', 'mcp/x.ts'].flatMap((file) => [
    mustNot(globals, `src/${file}`, 'void process.env'),
    mustNot(properties, `src/${file}`, 'void globalThis.process'),
    mustNot(imports, `src/${file}`, `import 'node:process'`),
    mustNot('no-console', `src/${file}`, `console.log('x')`),
  ]),
  ...['cli/x.ts', 'bin.ts'].flatMap((file) => [
    may(`src/${file}`, 'void process.argv'),
    may(`src/${file}`, 'void globalThis.process'),
  ]),
  may('src/cli/x.ts', `console.log('x')`),
  ...['pipeline/x.ts', 'stages/x.ts'].flatMap((file) => [
    mustNot(globals, `src/${file}`, 'void Buffer.from([])'),
    mustNot(properties, `src/${file}`, 'void globalThis.Buffer'),
  ]),
  may('src/pipeline/readers/x.ts', 'void Buffer.from([])'),
]

const otherTrials: readonly Trial[] = [
  mustNot('no-default-export', 'src/plugin/default.ts', 'export default 1'),
  mustNot('no-cycle', 'src/stages/circle-a.ts', `export * from './circle-b.ts'`),
  mustNot('no-cycle', 'src/stages/circle-b.ts', `export * from './circle-a.ts'`),
]

const trials = [...arrowTrials, ...formTrials, ...withinTrials, ...packageTrials, ...globalTrials, ...otherTrials]

interface Report {
  readonly diagnostics: readonly {
    readonly code: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

let place = ''
const spoken = new Map<Trial, Set<string>>()

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'rooms-'))
  cpSync(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'))
  const files = new Map<string, Trial[]>()
  for (const trial of trials) files.set(trial.file, [...(files.get(trial.file) ?? []), trial])
  for (const [file, its] of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), its.map(({ code }) => `${code}\n`).join(''))
  }

  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src'], { cwd: place, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(run.stdout) as Report
  for (const { code, filename, labels } of diagnostics) {
    const rule = [imports, globals, properties, ...otherRules].find((name) => code.includes(`(${name})`))
    const trial = files.get(filename)?.[(labels[0]?.span.line ?? 0) - 1]
    if (rule !== undefined && trial !== undefined) spoken.set(trial, (spoken.get(trial) ?? new Set()).add(rule))
  }
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

const check = (trial: Trial): void => {
  expect([...(spoken.get(trial) ?? [])]).toEqual(trial.rule === undefined ? [] : [trial.rule])
}

test.each(arrowTrials)('arrow: $title', check)
test.each(formTrials)('form: $title', check)
test.each(withinTrials)('room: $title', check)
test.each(packageTrials)('package: $title', check)
test.each(globalTrials)('global: $title', check)
test.each(otherTrials)('house: $title', check)
