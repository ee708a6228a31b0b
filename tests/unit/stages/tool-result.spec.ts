import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import { resultOf } from '../../../src/stages/tool-result.ts'
import { log, type ResultOptions } from '../../support/log-builder.ts'

const told = (options: ResultOptions = {}): LogEvent => log().result('call-1', options).events[0]!
const withData = (data: unknown): LogEvent => ({ type: 'tool/result', seq: 0, time: 0, data, surfaceOp: 'append' })

describe('which call a result answers', () => {
  test('is the id of its source', () => {
    expect(resultOf(told())).toEqual({ callId: 'call-1', isError: false })
  })

  test('is that of its first block when the source names none', () => {
    const message = { content: [{ type: 'tool-result', toolCallId: 'block-id' }] }
    expect(resultOf(withData({ message }))?.callId).toBe('block-id')
  })

  test('may be empty', () => {
    expect(resultOf(log().result('').events[0]!)?.callId).toBe('')
  })

  test.each([{}, null, [], { message: {} }, { message: { source: { callId: 7 }, content: 'no' } }])(
    'is none when nothing names it: %j',
    (data) => {
      expect(resultOf(withData(data))).toBeUndefined()
    },
  )

  test('is none when the result only rewrites an earlier one on the surface', () => {
    const story = log().call('a', 'bash').result('a')
    expect(resultOf(story.rewriteResult(1, 'pruned').events[2]!)).toBeUndefined()
  })
})

describe('whether the call failed', () => {
  test('is said by isError of its block', () => {
    expect(resultOf(told({ isError: true }))?.isError).toBe(true)
  })

  test('is said by an error beside the message', () => {
    expect(resultOf(told({ error: { name: 'ToolError', code: 'X' } }))?.isError).toBe(true)
  })

  test('is said by isError of the message', () => {
    const message = { source: { callId: 'a' }, content: [], isError: true }
    expect(resultOf(withData({ message }))?.isError).toBe(true)
  })

  test('is not said by a word that only looks true', () => {
    const message = { source: { callId: 'a' }, content: [{ isError: 'true' }] }
    expect(resultOf(withData({ message }))?.isError).toBe(false)
  })
})
