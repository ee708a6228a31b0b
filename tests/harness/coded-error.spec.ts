import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('@deepseek-ai/dsh-llm')
  vi.resetModules()
})

/** The door's conversion, loaded beside the given harness package. */
async function conversion(packageExports?: () => object) {
  if (packageExports !== undefined) vi.doMock('@deepseek-ai/dsh-llm', packageExports)
  const { codedErrors } = await import('../../src/plugin/coded-error.ts')
  const { PeerContextError } = await import('../../src/tools/index.ts')
  return { coded: codedErrors(), error: new PeerContextError('PEER_CONTEXT_DENIED') }
}

describe('codedErrors', () => {
  it('makes an error of the harness with the same words and code', async () => {
    const { coded, error } = await conversion()
    const { HarnessError } = await import('@deepseek-ai/dsh-llm')
    const converted = await coded(error)
    expect(converted).toBeInstanceOf(HarnessError)
    expect(converted).toMatchObject({ message: error.message, code: 'PEER_CONTEXT_DENIED' })
  })

  it('leaves every other value as it is, a cancellation among them', async () => {
    const { coded } = await conversion()
    for (const value of [new Error('words'), 'reason', undefined]) expect(await coded(value)).toBe(value)
  })

  it.each([
    [
      'cannot be found',
      () => {
        throw new Error('not found')
      },
    ],
    ['has no such class', () => ({ HarnessError: undefined })],
  ])('keeps the plain error where the package %s', async (_, packageExports) => {
    const { coded, error } = await conversion(packageExports)
    expect(await coded(error)).toBe(error)
  })
})
