/**
 * Every `*.spec.ts` under tests/. The type tests, `*.test-d.ts`, are checked by tsc with everything else.
 *
 * A spec that needs a build, a folder of real logs or a harness set says in words when it is skipped for want of it.
 *
 * @module
 */
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['tests/**/*.spec.ts'],
    // Long enough for a property over thousands of logs on a slow machine; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On two cores the default is one, and the suite takes twice as long.
    maxWorkers: '100%',
  },
})

export default config
