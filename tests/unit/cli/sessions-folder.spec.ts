import { describe, expect, test } from 'vitest'
import { join, resolve } from 'node:path'
import { resolveDshHome } from '@deepseek-ai/dsh-home-paths'
import { homedir } from 'node:os'
import { sessionsFolder } from '../../../src/cli/sessions-folder.ts'

describe("the harness's own folder of sessions", () => {
  test.each([
    [undefined, '/srv/home/a/.dsh/sessions'],
    ['', '/srv/home/a/.dsh/sessions'],
    ['  ', '/srv/home/a/.dsh/sessions'],
    ['/srv/dsh', '/srv/dsh/sessions'],
    ['~', '/srv/home/a/sessions'],
    ['~/dsh', '/srv/home/a/dsh/sessions'],
    ['~b/dsh', resolve('~b/dsh/sessions')],
    ['below', resolve('below/sessions')],
  ])('with DSH_HOME=%j is %s', (named, folder) => {
    expect(sessionsFolder({ ...(named !== undefined && { DSH_HOME: named }) }, '/srv/home/a')).toBe(folder)
  })

  test.each(['', ' ', '/srv/dsh/', '~', '~/dsh', '~x', 'a/../b'])('is what the harness says for %j', (named) => {
    const env = { DSH_HOME: named }
    expect(sessionsFolder(env, homedir())).toBe(join(resolveDshHome(undefined, env), 'sessions'))
  })
})
