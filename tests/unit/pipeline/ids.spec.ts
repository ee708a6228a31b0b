import { expect, expectTypeOf, test } from 'vitest'
import { CallId, SessionId } from '../../../src/pipeline/ids.ts'

test('an id is the text it was made of, whatever that is', () => {
  for (const text of ['', '../../etc', '\ud800', 'session-1']) expect(SessionId(text)).toBe(text)
})

test('a call id is never taken for a session id, nor plain text for either', () => {
  expectTypeOf(CallId('a')).not.toExtend<SessionId>()
  expectTypeOf('a').not.toExtend<CallId>()
  expectTypeOf(SessionId('a')).toExtend<string>()
  expect(CallId('a')).toBe('a')
})
