import { expect, test } from 'vitest'
import { generationOf } from '../../../../../src/pipeline/readers/dsh/generation.ts'

test.each([0, 1, 2, 3, 4])('format v%s is known by its number', (version) => {
  expect(generationOf(version).version).toBe(version)
})

test('a newer format is refused with what to do about it', () => {
  expect(() => generationOf(99)).toThrow(
    expect.objectContaining({
      code: 'LOG_VERSION_UNSUPPORTED',
      message: expect.stringMatching(/^format v99 is newer than this reader, .*: update session-streams$/) as string,
    }),
  )
})
