import { describe, expect, test } from 'vitest'
import { readLineAt } from '../../../../src/pipeline/readers/line-at.ts'
import { countingSource, type CountingSourceOptions } from '../../../support/counting-source.ts'

const long = `${'你'.repeat(50_000)}!`
const file = `one\ntwo é\n${long}\nunfinished`
const lineAt = async (text: string, maxBytes = 1e6, options?: CountingSourceOptions): Promise<string> =>
  readLineAt(await countingSource(file, options).open('x'), Buffer.from(file).indexOf(text), maxBytes)

describe('a line that is read again', () => {
  test('is the one that begins there, without its line end', async () => {
    expect([await lineAt('one'), await lineAt('two')]).toEqual(['one', 'two é'])
  })

  test('may be far longer than what is read at first', async () => {
    expect(await lineAt('你')).toBe(long)
  })

  test('is whole also when a read brings few bytes', async () => {
    expect(await lineAt('two', 1e6, { maxReadBytes: 2 })).toBe('two é')
  })

  test('may be as long as allowed and no longer', async () => {
    const bytes = Buffer.byteLength(long)
    expect(await lineAt('你', bytes)).toBe(long)
    await expect(lineAt('你', 16 * 1024)).rejects.toMatchObject({ code: 'LOG_REREAD_FAILED' })
  })

  test.each([
    ['unfinished', {}],
    ['two', { remainingBytes: 6 }],
  ] as const)('is missed when it has no end: %s', async (text, options) => {
    await expect(lineAt(text, 1e6, options)).rejects.toMatchObject({ code: 'LOG_REREAD_FAILED' })
  })
})
