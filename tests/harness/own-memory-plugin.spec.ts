/**
 * The plugin in `examples/own-memory-plugin/`: built as its README says, and mounted in a real harness.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execPath } from 'node:process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { Plugin } from '@deepseek-ai/cordis'
import { bootHarness } from '../../demo/boot-harness.ts'
import { log } from '../support/log-builder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { tell } from './tell.ts'

const example = resolve('examples/own-memory-plugin')

// It imports this package by its name, as a stranger would, and so needs it built.
const isBuilt = existsSync('dist/index.js')
if (!isBuilt) console.log('the own-memory-plugin is not run: there is no dist (npm run build makes it)')

/** Compiles the plugin into a package of its own; returns its entry. */
function built(): string {
  const folder = join(temporaryFolder(), 'own-memory-plugin')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(resolve('.'), join(folder, 'node_modules/session-streams'))
  symlinkSync(resolve('node_modules/@deepseek-ai'), join(folder, 'node_modules/@deepseek-ai'))
  const manifest = /```json\n(.*?)```/s.exec(readFileSync(join(example, 'README.md'), 'utf8'))?.[1] ?? ''
  writeFileSync(join(folder, 'package.json'), manifest)
  writeFileSync(join(folder, 'plugin.ts'), readFileSync(join(example, 'plugin.ts')))
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['plugin.ts'] }))
  execFileSync(execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'pipe' })
  const { exports } = JSON.parse(manifest) as { exports: string }
  return join(folder, exports)
}

test('has less than 80 lines', () => {
  expect(readFileSync(join(example, 'plugin.ts'), 'utf8').split('\n').length).toBeLessThan(80)
})

test.skipIf(!isBuilt)('is built, mounted, and answers', async () => {
  const plugin = (await import(pathToFileURL(built()).href)) as Plugin
  const harness = await bootHarness({ plugin: false })
  try {
    const asked = log({ id: 'asked' }).turn().user('Why?').assistant('Because. Shall I change it? Or token=hunter2222?')
    await tell(harness, asked)
    await tell(harness, log({ id: 'answered' }).turn().assistant('Shall I go on?').user('yes'))
    await tell(harness, log({ id: 'elsewhere', cwd: '/srv/other' }).turn().assistant('Whose?'))
    await tell(harness, log({ id: 'child', origin: 'subagent', delegationDepth: 1 }).turn().assistant('Mine?'))
    const caller = await tell(harness, log({ id: 'caller' }).turn().assistant('My own?'))
    await harness.ctx.plugin(plugin, {})
    expect(harness.ctx.tools.schemas().map(({ name }) => name)).toEqual(['open_questions'])
    const { isError, value } = await harness.call('open_questions', {}, caller)
    expect([isError, value]).toEqual([
      false,
      [
        { session: 'asked', text: 'Shall I change it?' },
        { session: 'asked', text: expect.stringMatching(/^Or token=\[redacted:/) as string },
      ],
    ])
  } finally {
    await harness.close()
  }
})
