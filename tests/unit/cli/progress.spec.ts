import { describe, expect, test } from 'vitest'
import { progress } from '../../../src/cli/progress.ts'

/** What is written by something that takes `each` milliseconds a step. */
function written(steps: number, each: number): string[] {
  const said: string[] = []
  let now = 1000
  const told = progress(
    'titles read',
    steps,
    (text) => void said.push(text),
    () => now,
  )
  for (let step = 0; step < steps; step++) {
    now += each
    told.step()
  }
  told.end()
  return said
}

describe('progress', () => {
  test('says nothing of what is done within half a second', () => {
    expect(written(49, 10)).toEqual([])
  })

  test('then says how far it is, ten times a second, and takes it back at the end', () => {
    expect(written(80, 10)).toEqual([
      '\r50 of 80 titles read',
      '\r60 of 80 titles read',
      '\r70 of 80 titles read',
      '\r80 of 80 titles read',
      '\r\u001b[K',
    ])
  })

  test('says nothing where nobody watches', () => {
    const told = progress('titles read', 1, undefined, () => Number.MAX_VALUE)
    told.step()
    expect(() => told.end()).not.toThrow()
  })
})
