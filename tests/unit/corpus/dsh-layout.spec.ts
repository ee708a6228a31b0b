import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionName, sessionPlace } from '../../../src/corpus/dsh-layout.ts'

describe('the folder of a session', () => {
  test.each([
    ['session-1', 'session-1'],
    ['a/b', 'a~002Fb'],
    ['a\\b', 'a~005Cb'],
    ['..', '~002E~002E'],
    ['.', '~002E'],
    ['../../etc/passwd', '..~002F..~002Fetc~002Fpasswd'],
    ['a\0b', 'a~0000b'],
    ['~002E', '~007E002E'],
    ['\ud800', '~D800'],
    ['😀', '~D83D~DE00'],
    ['__proto__', '__proto__'],
  ])('of %j is %s', (id, name) => {
    expect(sessionName(id)).toBe(name)
  })

  test.each([
    ['an empty id', ''],
    ['an id too long for a file name', 'x'.repeat(256)],
    ['an id too long once it is escaped', '/'.repeat(60)],
    ['an id of 10 million characters', 'x'.repeat(10_000_000)],
  ])('is none for %s', (_, id) => {
    expect(sessionName(id)).toBeUndefined()
  })
})

describe('the place of a session', () => {
  test.each<[string | undefined, string]>([
    [undefined, '_no-cwd'],
    ['/srv/app', '--srv-app--'],
    ['/srv//app/', '--srv-app---'],
    ['C:\\work', '--C-work--'],
    ['/', '--root--'],
    ['/a b', '--a~0020b--'],
    [`/${'x'.repeat(300)}`, `--${'x'.repeat(251)}--`],
  ])('in the working directory %s is below %s', (cwd, project) => {
    expect(sessionPlace('s', cwd)).toBe(join(project, 's'))
  })

  test('is none for an empty working directory', () => {
    expect(sessionPlace('s', '')).toBeUndefined()
  })
})
