import { describe, expect, test } from 'vitest'
import { messageOf, sourceOf } from '../../../src/stages/source.ts'
import { relayFrame } from '../../support/hostile-text.ts'
import { log, type Blocks, type Source } from '../../support/log-builder.ts'

const authorOf = (content: Blocks, source?: Source): unknown => sourceOf(log().user(content, source).events[0]!)

describe('the author of a user message', () => {
  test('is the user when it came through the prompt door', () => {
    expect(authorOf('hi')).toBe('user')
    expect(authorOf('hi', { kind: 'user', rpcId: 'rpc-1' })).toBe('user')
  })

  test('is a checkpoint when compaction wrote it, in the older and the newer words', () => {
    expect(authorOf('sum', { kind: 'plugin', plugin: 'compact' })).toBe('checkpoint')
    expect(authorOf('sum', { kind: 'compact-checkpoint' })).toBe('checkpoint')
  })

  test.each<Source>([
    { kind: 'plugin', plugin: 'compact2' },
    { kind: 'plugin', plugin: 'session-streams', form: 'relay' },
    { kind: 'plugin' },
    { kind: 'schedule' },
    { kind: 'session-reference', form: 'recall' },
    { kind: 'User' },
    { kind: '' },
  ])('is somebody else when its source is %j', (source) => {
    expect(authorOf('hi', source)).toBe('other')
  })

  test.each([undefined, null, 'user', { source: 'user' }, { source: null }, []])(
    'is somebody else when nobody is named: %j',
    (data) => {
      const message =
        typeof data === 'object' && data !== null && !Array.isArray(data) ? { content: [], ...data } : data
      expect(sourceOf({ type: 'user/message', seq: 0, time: 0, data: message })).toBe('other')
    },
  )
})

describe('a relayed message', () => {
  test('is one when its request id is one of ours', () => {
    expect(authorOf('hi', { kind: 'user', rpcId: 'session-streams-relay:6a98' })).toBe('relay')
  })

  test('is one when its text begins with the frame, byte for byte', () => {
    expect(authorOf(`${relayFrame}session-1`)).toBe('relay')
    expect(authorOf([{ type: 'image' }, { type: 'text', text: relayFrame }])).toBe('relay')
  })

  test.each([
    ['is quoted', `He wrote: ${relayFrame}x`],
    ['comes one blank too late', ` ${relayFrame}x`],
    ['is cut short', relayFrame.slice(0, -1)],
    ['is written in another case', relayFrame.toLowerCase()],
  ])('is none when the frame %s', (_, text) => {
    expect(authorOf(text)).toBe('user')
  })

  test('is none when the frame stands in reasoning', () => {
    expect(authorOf([{ type: 'reasoning', text: relayFrame }])).toBe('user')
  })
})

describe('the author of other events', () => {
  test('is the model, a tool, or nobody', () => {
    const { events } = log().turn().assistant('yo').call('a', 'bash').result('a')
    expect(events.map(sourceOf)).toEqual([undefined, 'model', undefined, 'tool'])
  })

  test.each(['system/message', 'developer/message'])('of a %s is somebody else', (type) => {
    expect(sourceOf({ type, seq: 0, time: 0, data: { message: { source: { kind: 'user' } } } })).toBe('other')
  })
})

test("a user's message is its data; the model's and a tool's are wrapped in theirs", () => {
  const { events } = log().user('hi').assistant('yo').result('a')
  const contents = events.map((event) => messageOf(event)?.['content'])
  expect(contents[0]).toEqual([{ type: 'text', text: 'hi' }])
  expect(contents[1]).toEqual([{ type: 'text', text: 'yo' }])
  expect(contents[2]).toMatchObject([{ type: 'tool-result' }])
})
