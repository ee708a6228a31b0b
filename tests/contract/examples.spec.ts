/**
 * The programs in `examples/` run, and print what they say they print.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

// They import the package by its name, as a stranger would, and so need it built.
const isBuilt = existsSync('dist/index.js')
if (!isBuilt) console.log('examples are not run: there is no dist (npm run build makes it)')

test.skipIf(!isBuilt)('open-questions prints the first questions of a log', () => {
  const printed = execFileSync(process.execPath, ['examples/open-questions.ts'], { encoding: 'utf8' })
  expect(printed).toBe('user: Can you find out why?\nassistant: Shall I change it?\n')
})
