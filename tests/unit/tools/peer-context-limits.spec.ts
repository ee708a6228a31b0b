import { describe, expect, it } from 'vitest'
import { lowerLimits, peerContextLimits } from '../../../src/tools/peer-context-limits.ts'

describe('lowerLimits', () => {
  it('gives the bounds of the contract when nothing is chosen', () => {
    const bounds = { maxMessages: 8, maxMessageBytes: 4096, maxBytes: 16_384, maxTools: 8, defaultMessages: 4 }
    const contract = { ...bounds, redact: true }
    expect(lowerLimits()).toEqual(contract)
    expect(lowerLimits({ maxTools: null, maxBytes: undefined })).toEqual(contract)
    expect(peerContextLimits).toEqual(contract)
  })

  it('lowers the default with the maximum', () => {
    expect(lowerLimits({ maxMessages: 2 })).toMatchObject({ maxMessages: 2, defaultMessages: 2 })
    expect(lowerLimits({ maxMessages: 6 })).toMatchObject({ maxMessages: 6, defaultMessages: 4 })
    expect(lowerLimits({ defaultMessages: 8 })).toMatchObject({ maxMessages: 8, defaultMessages: 8 })
  })

  it.each([
    [{ maxMessages: 9 }, 'limit maxMessages must be an integer from 1 to 8'],
    [{ maxMessageBytes: 4097 }, 'limit maxMessageBytes must be an integer from 1 to 4096'],
    [{ maxBytes: 0 }, 'limit maxBytes must be an integer from 1 to 16384'],
    [{ maxTools: 1.5 }, 'limit maxTools must be an integer from 1 to 8'],
    [{ maxTools: '4' }, 'limit maxTools must be an integer from 1 to 8'],
    [{ defaultMessages: 9 }, 'limit defaultMessages must be an integer from 1 to 8'],
    [{ defaultMessages: 3, maxMessages: 2 }, 'limit defaultMessages must not exceed maxMessages'],
    [{ maxMesages: 2 }, 'unknown limit "maxMesages"'],
    [{ toString: 2 }, 'unknown limit "toString"'],
  ])('refuses %j', (chosen, words) => {
    expect(() => lowerLimits(chosen)).toThrow(words)
  })
})
