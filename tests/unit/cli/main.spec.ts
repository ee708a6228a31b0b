import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/cli/main.ts'
import { version } from '../../../src/cli/version.ts'
import { log } from '../../support/log-builder.ts'
import { speak, recordingTerminal } from '../../support/recording-terminal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const written = (): string => log().turn().user('hi').write(join(temporaryFolder(), 'log'))

describe('exit code 0', () => {
  test('when the log was shown', async () => {
    expect(await speak('context', written())).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test.each([['--help'], ['-h'], ['context', '--help'], ['context', '-h']])(
    'when help was asked for: %s %s',
    async (...args) => {
      const { exitCode, stdout, stderr } = await speak(...args)
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^Usage: session-streams/)
    },
  )

  test.each([['--version'], ['-V'], ['context', '--version'], ['context', '-V']])(
    'when the version was asked for: %s %s',
    async (...args) => {
      expect(await speak(...args)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
    },
  )
})

describe('exit code 1', () => {
  test('when there is no log, in one plain sentence', async () => {
    expect(await speak('context', '/no/such/log')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'session-streams: /no/such/log: no such file or directory.\n',
    })
  })

  test('when the log turns out unreadable while it is read', async () => {
    const path = log().event('plugin/thing', {}, { surfaceOp: 'append' }).write(join(temporaryFolder(), 'log'))
    const { exitCode, stdout, stderr } = await speak('context', path)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^session-streams: .* claims a place on the surface/)
  })

  test('when a stage cannot go on, without the name of the stage', async () => {
    const path = log().user('hi').replace(0, 9, 'x').write(join(temporaryFolder(), 'log'))
    const { exitCode, stderr } = await speak('context', path)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^session-streams: .*the surface cannot be followed past seq 1: seq 9 is not on the surface\.\n$/,
    )
  })
})

describe('exit code 2', () => {
  test.each<[string, readonly string[]]>([
    ['no log', ['context']],
    ['two logs', ['context', 'a', 'b']],
    ['an unknown command', ['resume', 'a']],
    ['an unknown option', ['context', 'a', '--all']],
    ['an unknown view', ['context', 'a', '--view', 'both']],
    ['no messages', ['context', 'a', '--max-messages', '0']],
    ['too many messages', ['context', 'a', '--max-messages', '9']],
    ['half a message', ['context', 'a', '--max-messages', '1.5']],
    ['messages in words', ['context', 'a', '--max-messages', 'four']],
    ['an option without its value', ['context', 'a', '--view']],
    ['no bytes', ['context', 'a', '--max-record-bytes', '0']],
    ['bytes in words', ['context', 'a', '--max-record-bytes', '64MB']],
  ])('for %s, and says where help is', async (_, args) => {
    const { exitCode, stdout, stderr } = await speak(...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: /)
    expect(stderr).toContain('--help')
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('for no command at all, with the help', async () => {
    const { exitCode, stderr } = await speak()
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^Usage: session-streams/)
  })
})

test('an error that is none of the log is not swallowed', async () => {
  const fault = new TypeError('a mistake in this program')
  const terminal = {
    ...recordingTerminal(),
    print: () => {
      throw fault
    },
  }
  await expect(main(['context', written()], terminal)).rejects.toBe(fault)
})
