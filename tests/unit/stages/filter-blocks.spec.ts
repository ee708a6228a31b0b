import { describe, expect, test } from 'vitest'
import { filterBlocks } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type Json } from '../../support/log-builder.ts'

const text = (value: string): Json => ({ type: 'text', text: value })

describe('filterBlocks', () => {
  test('yields who said what and when', () => {
    const story = log().at(1000).user('hi').at(2000).assistant('yo')
    expect(runKernel(filterBlocks(), story.events)).toEqual([
      { seq: 0, time: 1000, role: 'user', checkpoint: false, text: 'hi' },
      { seq: 1, time: 2000, role: 'assistant', checkpoint: false, text: 'yo' },
    ])
  })

  test('joins text blocks by one line feed and drops reasoning, images, calls and results', () => {
    const content = [
      text('one'),
      { type: 'reasoning', text: 'hidden' },
      { type: 'image', attachment: {} },
      { type: 'tool-call', id: 'a', name: 'bash', arguments: 'hidden' },
      { type: 'tool-result', content: [text('hidden')] },
      text('two'),
    ]
    expect(runKernel(filterBlocks(), log().assistant(content).events)).toMatchObject([{ text: 'one\ntwo' }])
  })

  test('keeps the kinds that are asked for', () => {
    const story = log().assistant([{ type: 'reasoning', text: 'why' }, text('what')])
    expect(runKernel(filterBlocks({ keep: ['reasoning'] }), story.events)).toMatchObject([{ text: 'why' }])
  })

  test('marks a checkpoint, all its blocks joined', () => {
    const story = log().user('old').checkpoint('short')
    expect(runKernel(filterBlocks(), story.events)[1]).toMatchObject({
      role: 'user',
      checkpoint: true,
      text: '<compacted-summary>\nshort\n</compacted-summary>',
    })
  })

  test('yields nothing for a message without text, nor for what is no message', () => {
    const story = log()
      .turn()
      .user([])
      .assistant([{ type: 'image' }])
      .user('')
      .result('a')
      .deltas(['d'])
    expect(runKernel(filterBlocks(), story.events)).toEqual([])
  })
})
