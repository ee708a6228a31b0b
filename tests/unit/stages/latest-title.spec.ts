import { describe, expect, test } from 'vitest'
import { latestTitle, safeTitle } from '../../../src/stages/index.ts'
import { runKernel } from '../../support/kernels.ts'
import { log, type LogBuilder } from '../../support/log-builder.ts'

const titleOf = (story: LogBuilder): string | null => runKernel(latestTitle(), story.events)[0]!.title

describe('latestTitle', () => {
  test('yields the last title that was given, once', () => {
    const story = log().title('First').user('hi').title('Second').user('ho')
    expect(runKernel(latestTitle(), story.events)).toEqual([{ title: 'Second' }])
  })

  test('yields null when there is none', () => {
    expect(titleOf(log().user('hi'))).toBeNull()
    expect(titleOf(log())).toBeNull()
  })

  test('passes over a title that is no text', () => {
    const story = log().title('First').event('session/title', { title: 7 }).event('session/title', null)
    expect(titleOf(story)).toBe('First')
  })

  test('yields null when the last title is empty or consists of what cannot be shown', () => {
    expect(titleOf(log().title('First').title(''))).toBeNull()
    expect(titleOf(log().title('\u0000\u001b\u0085'))).toBeNull()
  })
})

describe('safeTitle', () => {
  test('takes control characters out and keeps what stands between them', () => {
    expect(safeTitle('a\u001b[31mb\nc\u007f\u0085d')).toBe('a[31mbcd')
  })

  test('writes lone surrogates as U+FFFD', () => {
    expect(safeTitle('a\ud800')).toBe('a\ufffd')
  })

  test('keeps 200 characters, whole ones', () => {
    expect(safeTitle('x'.repeat(200))).toBe('x'.repeat(200))
    expect(safeTitle('😀'.repeat(201))).toBe('😀'.repeat(200))
  })

  test('leaves characters that only hide or turn text to the renderer', () => {
    expect(safeTitle('\u202eright to left')).toBe('\u202eright to left')
  })

  test.each([undefined, null, 7, {}])('finds no title in %j', (title) => {
    expect(safeTitle(title)).toBeNull()
  })
})
