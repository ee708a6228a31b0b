/**
 * What our documents say is true: every stage has its card, every program in them compiles, runs, and prints what
 * stands below it.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as library from '../src/index.ts'
import * as stages from '../src/stages/index.ts'
import { notStages } from './laws/stages.table.ts'
import { commentOf, documents, examples, fencesOf, root } from './support/fences.ts'

const entries: Readonly<Record<string, string>> = {
  'session-streams': 'src/index.ts',
  'session-streams/stages': 'src/stages/index.ts',
  'session-streams/corpus': 'src/corpus/index.ts',
  'session-streams/plugin': 'src/plugin/index.ts',
  'session-streams/memory': 'src/plugin/memory/index.ts',
  'session-streams/session-query': 'src/plugin/session-query/index.ts',
}
const fences = documents().flatMap(fencesOf)
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'session-streams-docs-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const kind of ['fences', 'examples']) mkdirSync(join(folder, kind))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the card of a stage', () => {
  const names = Object.entries(stages).filter(([name, value]) => typeof value === 'function' && !(name in notStages))

  test.each(names.map(([name]) => name))('%s says its order, what it holds, its cost and how it ends', (name) => {
    const comment = commentOf(name, 'src/stages')
    expect(comment).toBeDefined()
    const lines = [...(comment ?? '').matchAll(/^ \* (Order|Holds|Cost|Ends) +\S.*$/gm)].map((match) => match[1])
    expect(lines).toEqual(['Order', 'Holds', 'Cost', 'Ends'])
  })
})

/** Type-checks every file of a folder as a project of its own and says what is wrong, by document and line. */
function typeFaults(kind: string, options: object): string {
  const paths = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, [join(root, path)]]))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths,
      isolatedDeclarations: false,
      declaration: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      ...options,
    },
    include: [join(folder, kind, '*.ts')],
    exclude: [],
  }
  const project = join(folder, `tsconfig.${kind}.json`)
  writeFileSync(project, JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}`.split('\n').slice(0, 20).join('\n')
}
const fileOf = (where: string): string => `${where.replaceAll(/[^\w]+/g, '-')}.ts`

describe('the programs in our documents', () => {
  test('are there: the README can be run', () => {
    expect(fences.filter(({ where }) => where.startsWith('README.md'))).not.toEqual([])
  })

  test('compile against what this package exports', () => {
    for (const { where, program } of fences) writeFileSync(join(folder, 'fences', fileOf(where)), program)
    expect(typeFaults('fences', {})).toBe('')
  })

  test.each(fences)('run, and print what stands below: $where', ({ where, program, prints }) => {
    const linked = program.replaceAll(
      /(from |import\()'(session-streams[\w/]*)'/g,
      (whole, before: string, name: string) =>
        entries[name] === undefined ? whole : `${before}'${join(root, entries[name])}'`,
    )
    const file = join(folder, 'fences', `run-${fileOf(where)}`)
    writeFileSync(file, linked)
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    if (prints !== undefined) expect(stdout).toBe(prints)
    rmSync(file)
  })
})

describe('the examples in our code', () => {
  test('are there', () => {
    expect(examples().length).toBeGreaterThan(10)
  })

  test('compile, given a log, its events and batches of them', () => {
    for (const { where, code, module } of examples()) {
      const own = [
        ...readFileSync(join(root, module), 'utf8').matchAll(/^export (?:async )?(?:function|const) (\w+)/gm),
      ]
      const names = [...new Set(own.map((match) => match[1] as string))]
      const others = (exported: object): string =>
        Object.keys(exported)
          .filter((name) => !names.includes(name))
          .join(', ')
      const program = [
        `import { ${others(library)}, type Batches, type OpenLog } from 'session-streams'`,
        `import { ${others(stages)} } from 'session-streams/stages'`,
        `import { ${names.join(', ')} } from '${join(root, module)}'`,
        'declare const log: OpenLog',
        'declare const events: readonly unknown[]',
        'declare const batches: Batches<any>',
        `export async function example(): Promise<void> {\n${code}}`,
      ]
      writeFileSync(join(folder, 'examples', fileOf(where)), program.join('\n'))
    }
    // An example says what it shows, not what to do when there is no item.
    expect(typeFaults('examples', { noUncheckedIndexedAccess: false })).toBe('')
  })
})
