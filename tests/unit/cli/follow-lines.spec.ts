import { expect, test } from 'vitest'
import { followLines } from '../../../src/cli/follow-lines.ts'
import { stylesFor } from '../../../src/cli/text-style.ts'
import type { LogEvent } from '../../../src/pipeline/index.ts'
import { rotatedType, type Rotation } from '../../../src/pipeline/readers/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log } from '../../support/log-builder.ts'

const lines = (events: readonly LogEvent[], redact = true): string[] =>
  runKernel(followLines(stylesFor(false), redact), ...events.map((event) => [event])).map((line) =>
    line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/, 'TIME'),
  )

test('a message is who and when, and its text below', () => {
  const story = log().user('two\nlines').assistant('an answer').checkpoint('all of it')
  expect(lines(story.events)).toEqual([
    'user TIME',
    '  two',
    '  lines',
    'assistant TIME',
    '  an answer',
    'summary of earlier messages TIME',
    '  <compacted-summary>',
    '  all of it',
    '  </compacted-summary>',
  ])
})

test('a tool call is one line, once its result is there', () => {
  const story = log().call('call-alpha', 'bash').call('b', 'read').result('b', { isError: true })
  // The one without a result comes when the log ends, which a log that is followed does not.
  expect(lines(story.events)).toEqual(['error     read TIME #3e23e8160039', 'running   bash TIME #80db97f9e7bc'])
})

test('nothing else is printed: no reasoning, no arguments, no plugin, no delta', () => {
  const story = log()
    .turn()
    .plugin('x', 'planted')
    .deltas(['planted'])
    .assistant([{ type: 'reasoning', text: 'planted' }])
    .title('planted')
    .endTurn()
  expect(lines(story.events)).toEqual([])
})

test('a long text is cut, a secret masked, and nothing acts on the terminal', () => {
  const [, text, cut] = lines(log().user('x'.repeat(5000)).events)
  expect([text, cut]).toEqual([`  ${'x'.repeat(4096)}`, '  … cut here'])
  expect(lines(log().user('\u001b[2J password=hunter22').events)[1]).toBe('  ⟨U+001B⟩[2J password=[redacted:password]')
  expect(lines(log().user('password=hunter22').events, false)[1]).toBe('  password=hunter22')
})

test('a log that goes on in another file says so', () => {
  const rotation = (afterSeq: number | null): LogEvent => {
    const data: Rotation = { file: 'session.v3\u001b.jsonl', version: 3, afterSeq }
    return { type: rotatedType, seq: 0, time: 0, data }
  }
  expect(lines([rotation(7), rotation(null)])).toEqual([
    'The log goes on in format v3: session.v3⟨U+001B⟩.jsonl',
    'The log goes on in format v3: session.v3⟨U+001B⟩.jsonl, from its beginning',
  ])
})
