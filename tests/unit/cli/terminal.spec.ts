import { afterEach, describe, expect, test, vi } from 'vitest'
import { terminal } from '../../../src/cli/terminal.ts'

const isTTY = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
const pretend = (value: boolean): void =>
  void Object.defineProperty(process.stdout, 'isTTY', { value, configurable: true })

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (isTTY === undefined) Reflect.deleteProperty(process.stdout, 'isTTY')
  else Object.defineProperty(process.stdout, 'isTTY', isTTY)
})

describe('the terminal of a process', () => {
  test('prints the answer to stdout and complains to stderr', () => {
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { print, complain } = terminal()
    print('answer')
    complain('complaint')
    expect(stdout.mock.calls).toEqual([['answer']])
    expect(stderr.mock.calls).toEqual([['complaint']])
  })

  test.each([
    [true, '', true],
    [false, '', false],
    [true, '1', false],
  ])('shows colours where there is one (%s) that nobody forbids (NO_COLOR=%j): %s', (isThere, noColor, hasColors) => {
    pretend(isThere)
    vi.stubEnv('NO_COLOR', noColor)
    expect(terminal().hasColors).toBe(hasColors)
  })
})
