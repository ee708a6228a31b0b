import { expect, test } from 'vitest'
import { LogError, StageError } from '../../../src/pipeline/errors.ts'

test('a LogError carries a code for programs and a sentence for people', () => {
  const cause = new Error('disk')
  const error = new LogError('LOG_EMPTY', 'an empty file', { cause })
  expect(error).toMatchObject({ name: 'LogError', code: 'LOG_EMPTY', message: 'an empty file', cause })
})

test('a StageError names the stage and what it threw', () => {
  const cause = new RangeError('too far')
  expect(new StageError('pair-calls', cause)).toMatchObject({
    name: 'StageError',
    stageName: 'pair-calls',
    message: 'stage pair-calls: too far',
    cause,
  })
})

test('a StageError takes anything that can be thrown', () => {
  expect(new StageError('odd', 'just words')).toMatchObject({ message: 'stage odd: just words', cause: 'just words' })
})
