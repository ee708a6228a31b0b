/**
 * Writes THIRD-PARTY-NOTICES.md from the licences of the bundled packages; with `--check` only says whether it is fresh.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { bundled } from './bundled.ts'

const root = new URL('../', import.meta.url)
const target = new URL('THIRD-PARTY-NOTICES.md', root)

function notice(name: string): string {
  const folder = new URL(`node_modules/${name}/`, root)
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  const { version, license } = manifest as { readonly version: string; readonly license: string }
  const text = readFileSync(new URL('LICENSE', folder), 'utf8').replaceAll('\r\n', '\n').trim()
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n`
}

const head = '# Third-party notices\n\nThe JavaScript in `dist/` contains code of these packages.\n'
const fresh = [head, ...bundled.map(notice)].join('\n')

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== fresh) {
    console.error('THIRD-PARTY-NOTICES.md is stale: run `npm run notices`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(target, fresh)
}
