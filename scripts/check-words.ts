/**
 * Fails when a tracked file names a place on somebody's machine or the host of a package registry.
 *
 * The patterns are written so that they do not match themselves.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Forbidden {
  readonly what: string
  readonly pattern: RegExp
  /** Where the words are part of the work. */
  readonly except?: readonly string[]
}

const forbidden: readonly Forbidden[] = [
  { what: 'a home folder', pattern: /(?:^|[^\w.~-])\/(?:home|Users)\/[\w.-]+/ },
  { what: 'a folder of one machine', pattern: /\/(?:root|work|farm)\// },
  { what: 'a folder of one machine', pattern: /(?:^|[\s'"`=(])\/(?:root|work|farm)(?:['"`\s):]|$)/ },
  { what: 'a registry host', pattern: /\bregistry\.[\w-]+\.[a-z]{2,}|npm(?:mirror|js)\.(?:com|org)/i },
  { what: 'a download address in a lock', pattern: /"resolved": *"http/ },
  { what: 'a folder beside the checkout', pattern: /\.\.\/shared\b/, except: ['.ci/run'] },
]

const root = new URL('../', import.meta.url)
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

const found = tracked.flatMap((file) => {
  const bytes = readFileSync(new URL(file, root))
  if (bytes.includes(0)) return []
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line, index) =>
      forbidden
        .filter(({ pattern, except }) => pattern.test(line) && except?.includes(file) !== true)
        .map(({ what, pattern }) => `${file}:${index + 1}: ${what}: ${pattern.exec(line)?.[0].trim() ?? ''}`),
    )
})

for (const line of found) console.error(line)
if (tracked.length === 0) console.error('no tracked files: is this a git checkout?')
if (found.length > 0 || tracked.length === 0) process.exitCode = 1
