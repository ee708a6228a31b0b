/**
 * What this package gives out, name by name: a change here is a change for whoever uses it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as corpus from '../../src/corpus/index.ts'
import * as library from '../../src/index.ts'
import * as memory from '../../src/plugin/memory/index.ts'
import * as plugin from '../../src/plugin/index.ts'
import * as sessionQuery from '../../src/plugin/session-query/index.ts'
import * as stages from '../../src/stages/index.ts'

const names = (module: object): string => Object.keys(module).toSorted().join('\n')
const list = (text: string): string => text.trim().split(/\s+/).toSorted().join('\n')

test('session-streams is the machine, its sinks, its readers and the doors to ix', () => {
  expect(names(library)).toBe(
    list(`
      defineStage compose both pipe observe
      collect fold first count
      items perItem
      memory openLog openReverse follow rotatedType openFile retryChanged defaultMaxRecordBytes
      blockKind textOf isRecord isSeq
      SessionId CallId
      LogError StageError
    `),
  )
})

test('session-streams/stages is the parts and the views', () => {
  expect(names(stages)).toBe(
    list(`
      filterSources filterBlocks wellFormed foldSurface foldBackwards surfaceNodes retainWindow
      pairCalls fingerprint trackTurns latestTitle ownEvents
      conversation conversationTail activity overview
      redact maskText findSecrets cutText
      sourceOf safeTitle units
    `),
  )
})

test('session-streams/corpus is many logs as one, exact reads, and reads that go on', () => {
  expect(names(corpus)).toBe(
    list('CorpusError dshStore SessionCorpus defaultReadWindowMax storedLog LogCache ResumeCache'),
  )
})

test.each([
  ['session-streams/plugin', plugin],
  ['session-streams/memory', memory],
])('%s is what the harness asks of a plugin, and has no default export', (_, module) => {
  expect(names(module)).toBe(list('name inject Config apply'))
})

test('session-streams/session-query leaves its config to the engine it extends, and has no default export', () => {
  expect(names(sessionQuery)).toBe(list('name inject apply'))
})

test('the package has these doors and no others', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    exports: object
    bin: object
  }
  expect(Object.keys(manifest.exports)).toEqual([
    '.',
    './stages',
    './corpus',
    './plugin',
    './memory',
    './session-query',
    './package.json',
    './cordis.patch.yml',
  ])
  expect(manifest.bin).toEqual({ 'session-streams': 'dist/cli/bin.js' })
})
