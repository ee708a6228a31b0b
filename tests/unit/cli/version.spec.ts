import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '../../../src/cli/version.ts'

test('the version is that of the package', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(version).toBe((JSON.parse(manifest) as { version: string }).version)
})
